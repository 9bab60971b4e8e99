// How a signature of a message is.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyCFTypes
import LatchkeyCertificates
import LatchkeyClient
import LatchkeyFormats
import LatchkeyPlatform

extension MessageReading {
    struct SignerFindings {
        let status: CMSSignerStatus
        var trust: SecTrust?
        var certificateStatus = errSecSuccess
    }

    /// - Parameter detached: the content, if the message does not hold it.
    /// - Throws: `.parameter` for other objects as policies; as a search.
    func status(
        ofSigner place: Int, detached: ItemSecret?, by policies: CFTypeRef, evaluates: Bool,
        from client: KeychainClient
    ) throws(KeychainError) -> SignerFindings {
        guard let signed else { return SignerFindings(status: .unsigned) }
        guard signed.signers.indices.contains(place) else { return SignerFindings(status: .invalidIndex) }
        guard let content = signed.content ?? detached else { return SignerFindings(status: .needsDetachedContent) }
        guard let policies = policyObjects(policies) else {
            throw KeychainError(.parameter, during: "reading the policies of a call")
        }
        let signer = signed.signers[place]
        guard let certificate = try certificate(of: signer, over: content, from: client) else {
            return SignerFindings(status: .invalidSignature)
        }
        let others = signed.certificates.filter { $0 != certificate }
        let trust = SecTrust(([certificate] + others).map(SecCertificate.object), policies)
        let code = evaluates ? trust.evaluate().code : errSecSuccess
        // Whoever gives a content asks about that one.
        let isAskedFor = detached.map { $0 == content } ?? true
        let isSignersOwn =
            isAskedFor && (try? signer.verify(content, type: signed.type, by: certificate)) != nil
        let status: CMSSignerStatus =
            if !isSignersOwn { .invalidSignature } else if code != errSecSuccess { .invalidCert } else { .valid }
        return SignerFindings(status: status, trust: trust, certificateStatus: code)
    }
}

extension TrustFindings {
    /// 0 if it is trusted.
    fileprivate var code: OSStatus { isTrusted ? errSecSuccess : status }
}
