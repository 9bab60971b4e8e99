// What was found, as callers are answered.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyModel
import LatchkeyPlatform
import LatchkeyPolicy

extension ReadOutcome {
    /// - Throws: as ``KeychainPolicy/answer(_:returning:to:)``.
    func answered(returning options: ReturnOptions, to caller: Caller) throws(KeychainError) -> CallOutcome {
        switch self {
        case .needsPermission(let need): return .needsPermission(need)
        case .found(let items):
            let permission = caller.personsPermission
            let answers = try items.map { item throws(KeychainError) in
                try KeychainPolicy.answer(item, returning: options, to: permission)
            }
            return .done(.items(answers))
        }
    }
}

extension FoundIdentity {
    /// The certificate comes with its bytes whatever is asked for, if they were opened: they are public.
    /// - Throws: as ``KeychainPolicy/answer(_:returning:to:)``.
    func answered(
        returning options: ReturnOptions, to permission: PersonsPermission?
    ) throws(KeychainError) -> Identity {
        Identity(
            certificate: try KeychainPolicy.answer(certificate, returning: .data, to: permission),
            key: try KeychainPolicy.answer(key, returning: options, to: permission))
    }
}

extension Reply {
    /// Items without their secrets.
    static func listing(_ items: [Item], for permission: PersonsPermission?) throws(KeychainError) -> Reply {
        .items(
            try items.map { item throws(KeychainError) in
                try KeychainPolicy.answer(.listed(item), to: permission)
            })
    }
}
