// What was found, as callers are answered.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyModel
import LatchkeyPlatform
import LatchkeyPolicy

extension Outcome<[FoundItem]> {
    /// - Throws: as ``KeychainPolicy/answer(_:returning:to:)``.
    func answered(
        returning options: ReturnOptions, to permission: UserPermission?
    ) throws(KeychainError) -> Outcome<Reply> {
        switch self {
        case .needs(let need): return .needs(need)
        case .done(let items):
            let answers = try items.map { item throws(KeychainError) in
                try KeychainPolicy.answer(item, returning: options, to: permission)
            }
            return .done(.items(answers))
        }
    }
}

extension Outcome<[FoundIdentity]> {
    /// - Throws: as ``KeychainPolicy/answer(_:returning:to:)``.
    func answered(
        returning options: ReturnOptions, to permission: UserPermission?
    ) throws(KeychainError) -> Outcome<Reply> {
        switch self {
        case .needs(let need): return .needs(need)
        case .done(let identities):
            let answers = try identities.map { identity throws(KeychainError) in
                try identity.answered(returning: options, to: permission)
            }
            return .done(.identities(answers))
        }
    }
}

extension Outcome<[Item]> {
    /// Items without their secrets.
    func listed(for permission: UserPermission?) throws(KeychainError) -> Outcome<Reply> {
        try map { $0.map(FoundItem.listed) }.answered(returning: [], to: permission)
    }
}

extension FoundIdentity {
    /// The certificate comes with its bytes whatever is asked for, if they were opened: they are public.
    /// - Throws: as ``KeychainPolicy/answer(_:returning:to:)``.
    fileprivate func answered(
        returning options: ReturnOptions, to permission: UserPermission?
    ) throws(KeychainError) -> Identity {
        Identity(
            certificate: try KeychainPolicy.answer(certificate, returning: .data, to: permission),
            key: try KeychainPolicy.answer(key, returning: options, to: permission))
    }
}
