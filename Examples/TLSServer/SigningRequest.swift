// Asks an authority for a certificate (RFC 2986). The key signs the request and stays where it is.
// SPDX-License-Identifier: Apache-2.0

import Security

enum SigningRequest {
    /// The PEM file of a request for a host, by a key over P-256.
    static func text(for host: String, signedBy key: SecKey) throws -> String {
        var error: Unmanaged<CFError>?
        guard let publicKey = SecKeyCopyPublicKey(key),
            let point = SecKeyCopyExternalRepresentation(publicKey, &error)
        else { throw Failure(doing: "reading the public key", error) }
        let name = element(0x31, sequence(commonName + element(0x0c, Array(host.utf8))))
        let information = sequence(
            [0x02, 0x01, 0x00] + sequence(name) + sequence(sequence(ecPublicKey + p256) + bits(Array(point as Data)))
                + [0xa0, 0x00])
        let algorithm = SecKeyAlgorithm.ecdsaSignatureMessageX962SHA256
        guard let signature = SecKeyCreateSignature(key, algorithm, Data(information) as NSData, &error) else {
            throw Failure(doing: "signing the request", error)
        }
        let request = sequence(information + sequence(ecdsaWithSHA256) + bits(Array(signature as Data)))
        let lines = Data(request).base64EncodedString(options: [.lineLength64Characters, .endLineWithLineFeed])
        return "-----BEGIN CERTIFICATE REQUEST-----\n\(lines)\n-----END CERTIFICATE REQUEST-----\n"
    }

    private static let commonName: [UInt8] = [0x06, 0x03, 0x55, 0x04, 0x03]
    private static let ecPublicKey: [UInt8] = [0x06, 0x07, 0x2a, 0x86, 0x48, 0xce, 0x3d, 0x02, 0x01]
    private static let p256: [UInt8] = [0x06, 0x08, 0x2a, 0x86, 0x48, 0xce, 0x3d, 0x03, 0x01, 0x07]
    private static let ecdsaWithSHA256: [UInt8] = [0x06, 0x08, 0x2a, 0x86, 0x48, 0xce, 0x3d, 0x04, 0x03, 0x02]

    private static func sequence(_ contents: [UInt8]) -> [UInt8] { element(0x30, contents) }

    private static func bits(_ contents: [UInt8]) -> [UInt8] { element(0x03, [0] + contents) }

    private static func element(_ tag: UInt8, _ contents: [UInt8]) -> [UInt8] {
        let count = contents.count
        let length: [UInt8] =
            count < 0x80
            ? [UInt8(count)]
            : count < 0x100 ? [0x81, UInt8(count)] : [0x82, UInt8(count >> 8), UInt8(count & 0xff)]
        return [tag] + length + contents
    }
}
