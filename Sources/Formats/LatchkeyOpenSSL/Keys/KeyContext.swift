// One operation of OpenSSL on a key.
// SPDX-License-Identifier: Apache-2.0

import CLatchkeyOpenSSL
import LatchkeyPlatform

/// The context of one operation. Whatever fails is "does not go": OpenSSL's reasons would tell who decrypts what of a
/// padding.
@safe
struct KeyContext: ~Copyable {
    let context: OpaquePointer?

    /// - Parameter begin: makes the context one for an operation, and sets its parameters.
    init(_ key: OpenSSLKey, _ begin: (OpaquePointer) -> Bool) throws(KeychainError) {
        unsafe context = unsafe EVP_PKEY_CTX_new(key.key, nil)
        guard let made = unsafe context, unsafe begin(made) else {
            throw KeychainError(.parameter, during: "beginning an operation of a key")
        }
    }

    deinit { unsafe EVP_PKEY_CTX_free(context) }

    typealias Step = (
        OpaquePointer?, UnsafeMutablePointer<UInt8>?, UnsafeMutablePointer<Int>?, UnsafePointer<UInt8>?, Int
    ) -> CInt

    /// What a step writes of some input, in wiped memory.
    func secret(
        _ step: Step, of input: UnsafeRawBufferPointer, atMost size: Int
    ) throws(KeychainError) -> SecretBytes {
        let start = unsafe input.baseAddress?.assumingMemoryBound(to: UInt8.self)
        var count = size
        let whole = try unsafe SecretBytes(count: size) { target throws(KeychainError) in
            let place = unsafe target.baseAddress?.assumingMemoryBound(to: UInt8.self)
            guard unsafe step(context, place, &count, start, input.count) == 1, count <= size else {
                throw KeychainError(.parameter, during: "computing with a key")
            }
        }
        guard count < size else { return whole }
        return unsafe whole.withUnsafeBytes {
            unsafe SecretBytes(copying: UnsafeRawBufferPointer(rebasing: $0[..<count]))
        }
    }
}
