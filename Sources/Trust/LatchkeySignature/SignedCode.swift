// What a signature says of a program, once it was found to be true.
// SPDX-License-Identifier: Apache-2.0

import Crypto
package import LatchkeyModel

/// Only ``SignatureVerifier`` makes one: the file is the one that was signed, and if there is a team, it is trusted.
package struct SignedCode: Hashable, Sendable {
    package let identifier: CodeIdentifier
    /// Nil for an ad-hoc signature, which anybody can make: it grants nothing.
    package let team: TeamIdentifier?
    package let entitlements: Entitlements
    /// SHA-256 of the directory: it names this program, with these entitlements, by this team.
    package let codeDigest: [UInt8]
    /// How the program starts; nil for what is no ELF file of 64 bits.
    package let start: ProgramStart?
    /// The last second in which the verdict holds, since 2001-01-01 UTC; nil for an ad-hoc signature.
    package let validUntil: Double?

    /// What access lists call the program: the application identifier of its entitlements if that is its team's, else
    /// team and identifier. Nil without a team.
    package var applicationIdentifier: String? {
        guard let team else { return nil }
        let prefix = team.text + "."
        let named = entitlements.identifier.flatMap { name in
            name.utf8.count > prefix.utf8.count && name.utf8.starts(with: prefix.utf8) ? name : nil
        }
        return named ?? prefix + identifier.text
    }

    /// - Throws: `.damagedEntitlements`.
    init(_ directory: CodeDirectory, start: ProgramStart?, validUntil: Double?) throws(SignatureProblem) {
        guard let entitlements = Entitlements(embedded: directory.entitlements) else { throw .damagedEntitlements }
        self.entitlements = entitlements
        self.start = start
        self.validUntil = validUntil
        identifier = directory.identifier
        team = directory.team
        codeDigest = Array(SHA256.hash(data: directory.encoded))
    }
}

extension Entitlements {
    /// The entitlements of a record: none, or a property list in XML.
    package init?(embedded bytes: [UInt8]) {
        guard !bytes.isEmpty else {
            self = .none
            return
        }
        self.init(propertyList: bytes)
    }
}
