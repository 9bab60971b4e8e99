// Reads the public half of a private key whose bytes were checked before.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyKeys
import LatchkeyModel
import LatchkeyPlatform

extension KeyKind {
    /// The public half as it stands in the bytes of a private key of a prime curve or over lattices.
    /// - Throws: `.decode` for bytes of another size or form.
    func publicOctets(inPrivate key: ItemSecret) throws(KeychainError) -> [UInt8] {
        guard key.count == representationSize(.private), let size = representationSize(.public) else {
            throw KeychainError(.decode, during: "measuring the bytes of a key")
        }
        let octets = unsafe key.bytes.withUnsafeBytes { bytes in
            unsafe Array(lattice == nil ? bytes.prefix(size) : bytes.suffix(size))
        }
        guard type != .ellipticCurve || octets.first == 4 else {
            throw KeychainError(.decode, during: "looking for the point of a key")
        }
        return octets
    }
}
