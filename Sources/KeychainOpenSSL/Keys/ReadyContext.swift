// Contexts of signatures that were begun and wait for the next one.
// SPDX-License-Identifier: Apache-2.0

import COpenSSL
import KeychainModel
import Synchronization

/// A context that signs or verifies again and again in one way: beginning one looks algorithms up by their names, which takes longer
/// than verifying with RSA.
@safe
final class ReadyContext: @unchecked Sendable {  // used by the thread that took it out of the pool
    let context: OpaquePointer

    /// What a context was begun for.
    struct Way: Hashable, Sendable {
        let signs: Bool
        let scheme: SignatureScheme
        let hash: KeyHash?
    }

    /// - Throws: `.parameter` where OpenSSL does not do it with this key.
    fileprivate init(_ key: OpaquePointer, _ way: Way) throws(KeychainError) {
        guard let context = unsafe EVP_PKEY_CTX_new(key, nil) else {
            throw KeychainError(.allocate, during: "making a context for a signature")
        }
        unsafe self.context = unsafe context
        let isBegun = unsafe way.signs ? EVP_PKEY_sign_init(context) == 1 : EVP_PKEY_verify_init(context) == 1
        guard isBegun, unsafe way.scheme.prepare(context, way.hash) else {
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
