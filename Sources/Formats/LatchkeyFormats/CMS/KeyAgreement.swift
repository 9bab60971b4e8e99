// A key that a new key and the recipient's agree on, and that wraps the key of an envelope (RFC 5753).
// SPDX-License-Identifier: Apache-2.0

import Crypto
import LatchkeyCertificates
package import LatchkeyKeys
import LatchkeyModel
import LatchkeyOpenSSL
package import LatchkeyPlatform

package struct KeyAgreement: Sendable {
    /// The public half of the new key, as it stands in a bit string.
    package let publicOctets: [UInt8]
    let hash: KeyHash
    /// Bytes of the key that wraps.
    package let keySize: Int
    /// What both sides put into the derivation: ECC-CMS-SharedInfo.
    package let sharedInfo: [UInt8]

    /// How the shared secret is derived.
    package var algorithm: KeyAlgorithm { .keyExchange(hash) }

    /// Most bytes of what the sender puts into the derivation.
    private static let largestText = 1 << 12

    init(publicOctets: [UInt8], hash: KeyHash, wrap: [UInt8], keySize: Int, sharedText: [UInt8]? = nil) {
        self.publicOctets = publicOctets
        self.hash = hash
        self.keySize = keySize
        let bits = UInt32(keySize * 8).bigEndianBytes
        let text = sharedText.map { DERElement.bytes(0xa0, DERElement.bytes(0x04, $0)) } ?? []
        sharedInfo = DERElement.sequence(wrap + text + DERElement.bytes(0xa2, DERElement.bytes(0x04, bits)))
    }

    /// Nil for a kind of agreement that is not known.
    /// - Throws: `.decode` for what is none.
    init?(originator: BERNode, algorithm: BERNode, sharedText: BERNode?) throws(KeychainError) {
        let (name, wrap) = try algorithm.algorithm()
        // [1], implicit: a key. Others are of the sender's certificate.
        guard originator.tag == BERNode.Tag.context1, let wrap else { return nil }
        let parts = try originator.children()
        guard parts.count == 2, parts[1].tag == SecretDERWriter.bitString else { throw BERNode.refusal }
        guard [wrap, parts[1], sharedText].allSatisfy({ $0.map { $0.size <= Self.largestText } ?? true }) else {
            return nil
        }
        let wrapName = try wrap.algorithm().name
        guard let hash = MessageName.agreements.first(where: { $0.name == name })?.hash,
            let size = MessageName.wraps.first(where: { $0.name == wrapName })?.keySize
        else { return nil }
        self.init(
            publicOctets: Array(parts[1].publicContents.dropFirst()), hash: hash,
            wrap: wrap.encoded().bytes.declassified(because: "names of algorithms are public"), keySize: size,
            sharedText: try sharedText?.publicOctets())
    }

    /// The key of the envelope, or nil if `secret` is not what wrapped it.
    package static func unwrapped(_ key: ItemSecret, with secret: ItemSecret) -> ItemSecret? {
        let wrapped = key.bytes.declassified(because: "it stands in a message that anybody may read")
        guard let opened = try? AES.KeyWrap.unwrap(wrapped, using: secret.symmetricKey) else { return nil }
        return unsafe opened.withUnsafeBytes { bytes in ItemSecret(unsafe SecretBytes(copying: bytes)) }
    }

    /// The key of the envelope as it stands in the message, or nil if either is of another size.
    static func wrapped(_ key: ItemSecret, with secret: ItemSecret) -> [UInt8]? {
        (try? AES.KeyWrap.wrap(key.symmetricKey, using: secret.symmetricKey)).map { Array($0) }
    }
}

extension ItemSecret {
    fileprivate var symmetricKey: SymmetricKey {
        unsafe bytes.withUnsafeBytes { bytes in unsafe SymmetricKey(data: bytes) }
    }
}
