// Contexts of operations that were begun and wait for the next one.
// SPDX-License-Identifier: Apache-2.0

import CLatchkeyOpenSSL
import LatchkeyModel
import LatchkeyPlatform
import Synchronization

/// A context that signs, verifies or encrypts again and again in one way: beginning one looks algorithms up by their
/// names, which takes longer than verifying with RSA.
@safe
final class ReadyContext: @unchecked Sendable {  // used by the thread that took it out of the pool
    let context: OpaquePointer

    /// What a context was begun for.
    enum Way: Hashable, Sendable {
        case sign(SignatureScheme, KeyHash?)
        case verify(SignatureScheme, KeyHash?)
        case encrypt(OpenSSLKey.Padding)

        fileprivate func begin(_ context: OpaquePointer) -> Bool {
            switch self {
            case .sign(let scheme, let hash):
                unsafe EVP_PKEY_sign_init(context) == 1 && scheme.prepare(context, hash)
            case .verify(let scheme, let hash):
                unsafe EVP_PKEY_verify_init(context) == 1 && scheme.prepare(context, hash)
            case .encrypt(let padding): unsafe EVP_PKEY_encrypt_init(context) == 1 && padding.prepare(context)
            }
        }
    }

    /// - Throws: `.parameter` if OpenSSL does not do it with this key.
    fileprivate init(_ key: OpaquePointer, _ way: Way) throws(KeychainError) {
        guard let context = unsafe EVP_PKEY_CTX_new(key, nil) else {
            throw KeychainError(.allocate, during: "making a context for an operation of a key")
        }
        unsafe self.context = unsafe context
        guard unsafe way.begin(context) else {
            throw KeychainError(.parameter, during: "beginning an operation of a key")
        }
    }

    deinit { unsafe EVP_PKEY_CTX_free(context) }
}

/// The contexts of one key that are not in use: one for each way, and for a few ways.
struct ReadyContexts: ~Copyable {
    private let idle = Mutex<[ReadyContext.Way: ReadyContext]>([:])

    private static let largestCount = 4

    /// - Parameter body: tells whether it went well; a context that failed is not used again.
    func with(
        _ key: OpaquePointer, _ way: ReadyContext.Way, _ body: (OpaquePointer) -> Bool
    ) throws(KeychainError) -> Bool {
        let kept = idle.withLock { $0.removeValue(forKey: way) }
        let ready: ReadyContext
        if let kept { ready = kept } else { ready = try unsafe ReadyContext(key, way) }
        guard unsafe body(ready.context) else { return false }
        // What gives way ends outside the lock.
        let replaced = idle.withLock { idle in
            let gone = idle.count < Self.largestCount ? nil : idle.keys.first
            let old = gone.flatMap { idle.removeValue(forKey: $0) }
            idle[way] = ready
            return old
        }
        _ = replaced
        return true
    }
}
