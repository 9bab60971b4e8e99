// Makes the record that is appended to an executable.
// SPDX-License-Identifier: Apache-2.0

package import LatchkeyCertificates

/// The certificate of a team, those that lead from it to the root, and what signs with its key.
package struct CodeSigner {
    private let certificates: [Certificate]
    private let team: TeamIdentifier
    private let algorithm: SigningAlgorithm
    private let sign: ([UInt8]) throws(Refusal) -> [UInt8]

    /// Why a certificate cannot sign code.
    package enum Refusal: Error, Hashable, Sendable {
        /// Its subject has no organisational unit that is a team identifier, or more than one.
        case noTeam
        /// Its key makes signatures that differ each time, or is of a kind that is not known.
        case keyKind
        /// There are too many certificates, or they are too long.
        case tooLong
        /// The key does not sign, or is not that of the certificate.
        case wrongKey
    }

    /// - Parameter certificates: the signer's first; those of the root and of nobody's issuer should not be among them.
    /// - Parameter sign: a signature over the bytes with the signer's key.
    package init(
        certificates: [Certificate], sign: @escaping ([UInt8]) throws(Refusal) -> [UInt8]
    ) throws(Refusal) {
        guard let signer = certificates.first, let team = TeamIdentifier(signer) else { throw .noTeam }
        guard let kind = signer.publicKeyKind, let algorithm = SigningAlgorithm(kind) else { throw .keyKind }
        guard certificates.count <= SignedMessage.mostCertificates else { throw .tooLong }
        self.certificates = certificates
        self.team = team
        self.algorithm = algorithm
        self.sign = sign
    }

    /// The record of a file of `fileSize` bytes with this digest.
    /// - Parameter hasLoader: as ``CodeDirectory/hasLoader``.
    package func record(
        identifier: CodeIdentifier, entitlements: [UInt8], fileSize: UInt64, digest: [UInt8], hasLoader: Bool = false
    ) throws(Refusal) -> SignatureRecord {
        let directory = CodeDirectory(
            identifier: identifier, team: team, entitlements: entitlements, fileSize: fileSize, digest: digest,
            hasLoader: hasLoader)
        let signature = try sign(directory.encoded)
        let message = SignedMessage(algorithm, certificates: certificates, signature: signature)
        let encoded = message.encoded
        guard encoded.count <= SignatureRecord.largestMessage else { throw .tooLong }
        guard message.isSigned(over: directory) else { throw .wrongKey }
        return SignatureRecord(directory, message: encoded)
    }
}
