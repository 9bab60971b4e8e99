// A new key that is not stored yet.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyCertificates
import LatchkeyKeys
import LatchkeyModel
import LatchkeyPlatform

/// Made once for a call, however often the call is done: a long RSA key takes seconds, and nothing waits for the
/// keychain meanwhile.
struct MadeKey: Sendable {
    let privateHalf: ItemAddition
    /// Nil if the public half is not stored.
    let publicHalf: ItemAddition?

    /// Makes the key that a request asks for. Who is calling, and where the halves go, is decided before.
    /// - Returns: nil for a request that asks for none.
    init?(for request: Request, from caller: Caller) throws(KeychainError) {
        guard case .makeKey(let pair) = request else { return nil }
        var (privateHalf, publicHalf) = (pair.privateHalf, pair.publicHalf)
        for half in [privateHalf] + (publicHalf.map { [$0] } ?? []) {
            guard half.itemClass == .key, half.secret == nil else {
                throw KeychainError(.parameter, during: "reading what a new key is stored with")
            }
            _ = try Insertion(half, from: caller)
        }
        let key = try KeyData(stored: pair.kind, .private, KeyMath.newKey(pair.kind, bits: Int(pair.bits)))
        privateHalf.take(key, isExtractable: privateHalf.attributes[.isExtractable] != .number(0))
        publicHalf?.take(key.publicKey, isExtractable: true)
        self.privateHalf = privateHalf
        self.publicHalf = publicHalf
    }
}
