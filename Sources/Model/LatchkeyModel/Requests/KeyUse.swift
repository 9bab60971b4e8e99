// What a key that stays behind the service is to do.
// SPDX-License-Identifier: Apache-2.0

package import LatchkeyPlatform

/// One operation of a private key. Its description names the operation only.
package struct KeyUse: Sendable {
    package let key: PersistentReference
    /// How, by Apple's name (reference 5.7).
    package let algorithm: String
    package let work: Work
    package let authentication: Authentication

    package enum Work: Sendable {
        /// Of a digest or a message, by what the algorithm says.
        case sign(ItemSecret)
        case decrypt(ItemSecret)
        case decapsulate(ItemSecret)
        /// With the public key of another, of the same kind; the size in bytes and what both sides know are for the
        /// derivation.
        case agree(peer: [UInt8], size: Int64?, sharedInfo: [UInt8])
    }

    /// Most bytes that go in: messages are sent as their digests, but for the schemes that take them whole.
    package static let largestInput = 16 << 20

    package init(
        of key: PersistentReference, _ algorithm: String, _ work: Work, authentication: Authentication
    ) {
        self.authentication = authentication
        self.key = key
        self.algorithm = algorithm
        self.work = work
    }

    /// Bytes that go in.
    package var inputSize: Int {
        switch work {
        case .sign(let input), .decrypt(let input), .decapsulate(let input): input.count
        case .agree(let peer, _, let sharedInfo): peer.count + sharedInfo.count
        }
    }
}

extension KeyUse: CustomStringConvertible, CustomReflectable {
    package var description: String {
        switch work {
        case .sign: "<signature>"
        case .decrypt: "<decryption>"
        case .decapsulate: "<decapsulation>"
        case .agree: "<agreement>"
        }
    }
    package var customMirror: Mirror { Mirror(self, children: [:]) }
}
