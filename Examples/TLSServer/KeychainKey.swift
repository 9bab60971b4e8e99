// A private key of the keychain as one that TLS signs with.
// SPDX-License-Identifier: Apache-2.0

import NIOCore
import NIOSSL
import Security

/// TLS asks it for signatures, and never sees the key.
struct KeychainKey: NIOSSLCustomPrivateKey, Hashable {
    let key: SecKey
    private let algorithms: [UInt16: SecKeyAlgorithm]
    let signatureAlgorithms: [SignatureAlgorithm]

    init(_ key: SecKey) {
        self.key = key
        let attributes = SecKeyCopyAttributes(key) as? [String: Any] ?? [:]
        let bits = attributes[kSecAttrKeySizeInBits as String] as? Int
        let known = Self.algorithms.filter { known in
            (known.bits == nil || known.bits == bits) && SecKeyIsAlgorithmSupported(key, .sign, known.algorithm)
        }
        signatureAlgorithms = known.map(\.name)
        algorithms = Dictionary(uniqueKeysWithValues: known.map { ($0.name.rawValue, $0.algorithm) })
    }

    func sign(channel: any Channel, algorithm: SignatureAlgorithm, data: ByteBuffer) -> EventLoopFuture<ByteBuffer> {
        guard let algorithm = algorithms[algorithm.rawValue] else {
            return channel.eventLoop.makeFailedFuture(Failure(doing: "signing", errSecParam))
        }
        var error: Unmanaged<CFError>?
        guard let signature = SecKeyCreateSignature(key, algorithm, Data(data.readableBytesView) as NSData, &error)
        else {
            return channel.eventLoop.makeFailedFuture(Failure(doing: "signing", error))
        }
        return channel.eventLoop.makeSucceededFuture(ByteBuffer(bytes: signature as Data))
    }

    /// Only TLS 1.2 without forward secrecy would ask for it.
    func decrypt(channel: any Channel, data: ByteBuffer) -> EventLoopFuture<ByteBuffer> {
        channel.eventLoop.makeFailedFuture(Failure(doing: "decrypting", errSecUnimplemented))
    }

    /// The names of TLS and of the keychain; with the size of the key if TLS has one curve for one name.
    private static let algorithms: [(name: SignatureAlgorithm, algorithm: SecKeyAlgorithm, bits: Int?)] = [
        (.ecdsaSecp256R1Sha256, .ecdsaSignatureMessageX962SHA256, 256),
        (.ecdsaSecp384R1Sha384, .ecdsaSignatureMessageX962SHA384, 384),
        (.rsaPssRsaeSha256, .rsaSignatureMessagePSSSHA256, nil),
        (.rsaPkcs1Sha256, .rsaSignatureMessagePKCS1v15SHA256, nil),
    ]

    static func == (one: Self, other: Self) -> Bool { one.key == other.key }
    func hash(into hasher: inout Hasher) { hasher.combine(key) }
}
