// HMAC-SHA-256 under a secret key, compared in constant time.
// SPDX-License-Identifier: Apache-2.0

import CLatchkeySodium
import Glibc
import LatchkeyModel
package import LatchkeyPlatform

/// RFC 2104 with SHA-256, by libsodium.
///
/// Every search computes several codes under one key. The state that the key alone determines is made once, and copied
/// to the stack for each code; nothing is allocated (Decision 10).
package struct Authenticator: ~Copyable, Sendable {
    package static let size = 32

    /// A `crypto_auth_hmacsha256_state` that has taken in the key, and is as secret.
    private let keyed: SecretBytes

    package init(key: UnsafeRawBufferPointer) {
        unsafe keyed = SecretBytes(count: MemoryLayout<crypto_auth_hmacsha256_state>.size) { target in
            unsafe target.withMemoryRebound(to: crypto_auth_hmacsha256_state.self) { state in
                guard let state = state.baseAddress else { return }
                // libsodium wants an address even for an empty key.
                var none: UInt8 = 0
                unsafe withUnsafePointer(to: &none) { none in
                    let key = unsafe UnsafeBufferPointer(rebasing: key.bindMemory(to: UInt8.self)[...])
                    _ = unsafe crypto_auth_hmacsha256_init(state, key.baseAddress ?? none, key.count)
                }
            }
        }
    }

    /// The code of two pieces, one behind the other.
    package func code(
        for first: UnsafeRawBufferPointer, _ second: UnsafeRawBufferPointer
    ) -> InlineArray<32, UInt8> {
        var code = InlineArray<32, UInt8>(repeating: 0)
        unsafe withUnsafeMutableBytes(of: &code) { unsafe writeCode(for: first, second, into: $0) }
        return code
    }

    /// The same, written if a code that is a secret itself is to be.
    /// - Parameter target: of ``size`` bytes.
    package func writeCode(
        for first: UnsafeRawBufferPointer, _ second: UnsafeRawBufferPointer, into target: UnsafeMutableRawBufferPointer
    ) {
        precondition(target.count == Self.size, "a code has 32 bytes")
        unsafe withUnsafeTemporaryAllocation(of: crypto_auth_hmacsha256_state.self, capacity: 1) { states in
            guard let state = states.baseAddress else { return }
            defer { unsafe explicit_bzero(state, MemoryLayout<crypto_auth_hmacsha256_state>.size) }
            unsafe keyed.withUnsafeBytes { unsafe UnsafeMutableRawBufferPointer(states).copyMemory(from: $0) }
            unsafe Self.absorb(first, into: state)
            unsafe Self.absorb(second, into: state)
            _ = unsafe crypto_auth_hmacsha256_final(
                state, target.baseAddress.unsafelyUnwrapped.assumingMemoryBound(to: UInt8.self))
        }
    }

    package static func code(for message: [UInt8], key: borrowing SecretBytes) -> [UInt8] {
        let authenticator = unsafe key.withUnsafeBytes { unsafe Authenticator(key: $0) }
        let code = unsafe message.withRawBytes { message in
            unsafe authenticator.code(for: message, UnsafeRawBufferPointer(start: nil, count: 0))
        }
        return code.indices.map { code[$0] }
    }

    package static func isValid(
        _ code: some Collection<UInt8>, for message: [UInt8], key: borrowing SecretBytes
    ) -> Bool {
        let expected = Self.code(for: message, key: key)
        guard code.count == expected.count else { return false }
        return zip(code, expected).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
    }

    private static func absorb(
        _ piece: UnsafeRawBufferPointer, into state: UnsafeMutablePointer<crypto_auth_hmacsha256_state>
    ) {
        guard let start = piece.baseAddress else { return }
        _ = unsafe crypto_auth_hmacsha256_update(
            state, start.assumingMemoryBound(to: UInt8.self), UInt64(piece.count))
    }
}
