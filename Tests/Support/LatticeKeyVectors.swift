// The private keys over lattices that OpenSSL made, in every form.
// SPDX-License-Identifier: Apache-2.0

import Testing

package struct LatticeKeyVector: Decodable, Sendable, CustomTestStringConvertible {
    /// The name of the kind.
    package let id: String
    package let `public`: Hex
    package let seed: Hex
    /// The application label.
    package let label: Hex
    /// The seed alone, as OpenSSL writes it.
    package let pkcs8: Hex
    package let pkcs8PEM: String
    /// That under the passphrase `fixture-passphrase`.
    package let encrypted: Hex
    /// The seed with the key that another implementation expands it to, in PKCS#8.
    package let both: Hex
    /// The expanded key alone, in PKCS#8.
    package let expanded: Hex
    package let spki: Hex
    /// One of the public half.
    package let certificate: Hex
    package var testDescription: String { id }

    /// Apple's representation, as this project has it.
    package var representation: [UInt8] { seed.bytes + self.public.bytes }

    package static func all() throws -> [LatticeKeyVector] {
        try Vectors.all(LatticeKeyVector.self, in: "lattice-keys.json")
    }

    package static func named(_ id: String) throws -> LatticeKeyVector {
        try #require(Vectors.all(LatticeKeyVector.self, in: "lattice-keys.json") { $0.id == id }.first)
    }
}
