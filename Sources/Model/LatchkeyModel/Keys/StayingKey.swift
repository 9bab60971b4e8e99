// A private key whose bytes stay behind the service, as a program gets it.
// SPDX-License-Identifier: Apache-2.0

/// What a program has of such a key instead of its bytes. Nothing in it is secret.
package struct StayingKey: Hashable, Sendable {
    package let kind: KeyKind
    /// The external representation of the public half.
    package let publicOctets: [UInt8]
    /// The path of the keychain that it was found in, which the client fills in: each has names of its own.
    package var keychain: String?

    package init(kind: KeyKind, publicOctets: [UInt8], keychain: String? = nil) {
        self.kind = kind
        self.publicOctets = publicOctets
        self.keychain = keychain
    }
}
