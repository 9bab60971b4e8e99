// What a signature says of a program, once it was found to be true.
// SPDX-License-Identifier: Apache-2.0

import Crypto
import FoundationEssentials
package import KeychainPolicy

/// Only ``SignatureVerifier`` makes one: the file is the one that was signed, and where there is a team, it is trusted.
package struct SignedCode: Hashable, Sendable {
    package let identifier: CodeIdentifier
    /// Nil for an ad-hoc signature, which anybody can make: it grants nothing.
    package let team: TeamIdentifier?
    package let entitlements: Entitlements
    /// SHA-256 of the directory: it names this program, with these entitlements, by this team.
    package let codeDigest: [UInt8]
    /// The last second in which the verdict holds, since 2001-01-01 UTC; nil for an ad-hoc signature.
    package let validUntil: Double?

    /// What access lists call the program: the application identifier of its entitlements where that is its team's, else team and
    /// identifier. Nil without a team.
    package var applicationIdentifier: String? {
        guard let team else { return nil }
        let prefix = team.text + "."
        let named = entitlements.identifier.flatMap { name in
            name.utf8.count > prefix.utf8.count && name.utf8.starts(with: prefix.utf8) ? name : nil
        }
        return named ?? prefix + identifier.text
    }

    /// - Throws: `.damagedEntitlements`.
    init(_ directory: CodeDirectory, validUntil: Double?) throws(SignatureProblem) {
        guard let entitlements = Entitlements(embedded: directory.entitlements) else { throw .damagedEntitlements }
        self.entitlements = entitlements
        self.validUntil = validUntil
        identifier = directory.identifier
        team = directory.team
        codeDigest = Array(SHA256.hash(data: directory.encoded))
    }
}

extension Entitlements {
    /// Most dictionaries and arrays of a property list, so that no nesting is too deep for the parser's stack.
    private static let mostContainers = 256

    /// The entitlements of a record: none, or a property list in XML.
    package init?(embedded bytes: [UInt8]) {
        guard !bytes.isEmpty else {
            self = .none
            return
        }
        let isText = String(validating: bytes, as: UTF8.self) != nil && !bytes.contains(0)
        guard isText,
            bytes.starts(with: Array("<?xml".utf8)) || bytes.starts(with: Array("<!DOCTYPE".utf8))
                || bytes.starts(with: Array("<plist".utf8)),
            bytes.count(of: Array("<dict".utf8)) + bytes.count(of: Array("<array".utf8)) <= Self.mostContainers,
            // The parser takes a list in a list, too, on its stack.
            bytes.count(of: Array("<plist".utf8)) <= 1
        else { return nil }
        self.init(propertyList: Data(bytes))
    }
}

extension [UInt8] {
    /// How often `text` occurs.
    fileprivate func count(of text: [UInt8]) -> Int {
        indices.count { self[$0] == text[0] && self[$0...].starts(with: text) }
    }
}
