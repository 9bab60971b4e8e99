// A key in OpenSSL's memory, which wipes it.
// SPDX-License-Identifier: Apache-2.0

import CLatchkeyOpenSSL
package import LatchkeyModel
package import LatchkeyPlatform

/// Never changes once it is made, so that any thread can use it.
@safe
package final class OpenSSLKey: @unchecked Sendable {
    let key: OpaquePointer
    private let ready = ReadyContexts()

    /// - Parameter key: owned from here on.
    init(owning key: OpaquePointer) { unsafe self.key = unsafe key }

    deinit { unsafe EVP_PKEY_free(key) }

    /// Runs `body` with a context that was begun for signatures in this way.
    /// - Returns: what `body` says: whether it went well.
    func withContext(
        _ way: ReadyContext.Way, _ body: (OpaquePointer) -> Bool
    ) throws(KeychainError) -> Bool { try unsafe ready.with(key, way, body) }

    /// Most bytes that a signature or a ciphertext of the key has; of RSA, those of the modulus.
    package var outputSize: Int { Int(unsafe EVP_PKEY_get_size(key)) }

    /// The key of an external representation (reference 5.3).
    /// - Throws: `.decode` for bytes that are none; what the numbers of RSA have to do with each other is not looked
    ///   at. `.notAvailable` if there is no OpenSSL.
    package convenience init(
        _ kind: KeyKind, _ keyClass: KeyClass, _ bytes: UnsafeRawBufferPointer
    ) throws(KeychainError) {
        try LibCrypto.require()
        ERR_set_mark()
        defer { ERR_pop_to_mark() }
        let start = unsafe bytes.baseAddress?.assumingMemoryBound(to: UInt8.self)
        let isPrivate = keyClass == .private
        let key: OpaquePointer?
        switch kind {
        case .rsa: unsafe key = unsafe latchkey_rsa_key(start, bytes.count, isPrivate ? 1 : 0)
        case .p192, .p224, .p256, .p384, .p521:
            let scalarSize = isPrivate ? kind.fieldSize ?? 0 : 0
            let pointSize = bytes.count - scalarSize
            guard bytes.count == kind.representationSize(keyClass), unsafe bytes.first == 4, let curve = kind.curve
            else {
                throw KeychainError(.decode, during: "reading the point of a key")
            }
            unsafe key = unsafe latchkey_ec_key(
                curve.name, start, pointSize, isPrivate ? start.map { unsafe $0 + pointSize } : nil, scalarSize)
        case .ed25519, .x25519, .ed448, .x448:
            let number = kind.rawKeyNumber
            unsafe key =
                unsafe isPrivate
                ? EVP_PKEY_new_raw_private_key(number, nil, start, bytes.count)
                : EVP_PKEY_new_raw_public_key(number, nil, start, bytes.count)
        case .mlKEM768, .mlKEM1024, .mlDSA65, .mlDSA87: unsafe key = nil
        }
        guard let key = unsafe key else { throw KeychainError(.decode, during: "reading a key") }
        unsafe self.init(owning: key)
    }
}

extension KeyKind {
    /// OpenSSL's name and number of a prime curve.
    var curve: (name: String, number: CInt)? {
        switch self {
        case .p192: ("prime192v1", NID_X9_62_prime192v1)
        case .p224: ("secp224r1", NID_secp224r1)
        case .p256: ("prime256v1", NID_X9_62_prime256v1)
        case .p384: ("secp384r1", NID_secp384r1)
        case .p521: ("secp521r1", NID_secp521r1)
        default: nil
        }
    }

    /// OpenSSL's number of a kind whose keys are bare bytes.
    fileprivate var rawKeyNumber: CInt {
        switch self {
        case .ed25519: EVP_PKEY_ED25519
        case .x25519: EVP_PKEY_X25519
        case .ed448: EVP_PKEY_ED448
        case .x448: EVP_PKEY_X448
        default: NID_undef
        }
    }
}
