// Lists of revoked certificates and OCSP responses that a program gives to a trust object.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import LatchkeyCertificates
import LatchkeyModel
import LatchkeyPlatform
import LatchkeySecurityTestSupport
import LatchkeyTestSupport
import LatchkeyTrust
import Security
import Testing

@Suite(.everyTransport) struct TrustRevocationTests {
    private typealias Vectors = RevocationVectors
    private let keychain: Keychain
    private let source: TrustSource

    init() throws {
        keychain = try Keychain()
        source = TrustSource(
            client: keychain.client, anchors: TrustAnchors(certificates: [try Vectors.certificate("root")]))
    }

    private func trust(_ flags: CFOptionFlags? = nil) throws -> SecTrust {
        let certificates = try ["leaf", "authority"].map { SecCertificate.object(for: try Vectors.certificate($0)) }
        let revocation = flags.flatMap(SecPolicyCreateRevocation).map { [$0] } ?? []
        let trust = SecTrust(certificates, [SecPolicyCreateBasicX509()] + revocation, source: source)
        SecTrustSetVerifyDate(trust, NSDate(timeIntervalSinceReferenceDate: Vectors.today))
        return trust
    }

    private func code(_ trust: SecTrust) -> OSStatus {
        var error: CFError?
        guard unsafe !SecTrustEvaluateWithError(trust, &error) else { return errSecSuccess }
        return OSStatus(error?.code ?? 1)
    }

    private func list(_ name: String) throws -> NSData { try Vectors.list(name) as NSData }
    private func response(_ name: String) throws -> NSData { try Vectors.response(name) as NSData }

    @Test func `a response that says so makes the chain untrusted, for ever`() throws {
        let trust = try trust()
        #expect(code(trust) == errSecSuccess)
        #expect(SecTrustSetOCSPResponse(trust, try response("revoked")) == errSecSuccess)
        #expect(!trust.isEvaluated)
        #expect(code(trust) == errSecCertificateRevoked)
        var result = SecTrustResultType.invalid
        unsafe SecTrustGetTrustResult(trust, &result)
        #expect(result == .fatalTrustFailure)
        #expect(!SecTrustSetExceptions(trust, nil))
        #expect(SecTrustSetExceptions(trust, SecTrustCopyExceptions(trust)))
        #expect(code(trust) == errSecCertificateRevoked, "it cannot be excused")
        #expect(SecTrustSetOCSPResponse(trust, nil) == errSecSuccess)
        #expect(code(trust) == errSecSuccess)
    }

    @Test func `a list that says so makes the chain untrusted`() throws {
        let trust = try trust()
        #expect(SecTrustSetRevocationLists(trust, try list("empty")) == errSecSuccess)
        #expect(code(trust) == errSecSuccess)
        let both = NSArray(array: [try list("empty"), try list("revoking")])
        #expect(SecTrustSetRevocationLists(trust, both) == errSecSuccess)
        #expect(code(trust) == errSecCertificateRevoked)
        #expect(SecTrustSetRevocationLists(trust, nil) == errSecSuccess)
        #expect(code(trust) == errSecSuccess)
    }

    @Test func `an answer that must be had is had by a response or a list`() throws {
        let any = kSecRevocationUseAnyAvailableMethod | kSecRevocationRequirePositiveResponse
        #expect(code(try trust(any)) == errSecIncompleteCertRevocationCheck)
        let answered = try trust(any)
        SecTrustSetOCSPResponse(answered, try response("good"))
        #expect(code(answered) == errSecSuccess)
        let listed = try trust(any)
        SecTrustSetRevocationLists(listed, try list("empty"))
        #expect(code(listed) == errSecSuccess)
    }

    @Test func `a policy for one method leaves out the other`() throws {
        let listed = try trust(kSecRevocationCRLMethod)
        SecTrustSetOCSPResponse(listed, try response("revoked"))
        #expect(code(listed) == errSecSuccess)
        SecTrustSetRevocationLists(listed, try list("revoking"))
        #expect(code(listed) == errSecCertificateRevoked)
        let answered = try trust(kSecRevocationOCSPMethod)
        SecTrustSetRevocationLists(answered, try list("revoking"))
        #expect(code(answered) == errSecSuccess)
    }

    @Test func `lists may be PEM, several in one`() throws {
        let trust = try trust()
        let text = try ["empty", "revoking"].map { name in
            "-----BEGIN X509 CRL-----\n\(try Vectors.list(name).base64EncodedString())\n-----END X509 CRL-----\n"
        }.joined()
        #expect(SecTrustSetRevocationLists(trust, Data(text.utf8) as NSData) == errSecSuccess)
        #expect(code(trust) == errSecCertificateRevoked)
    }

    @Test func `other objects are refused and change nothing`() throws {
        let trust = try trust()
        SecTrustSetRevocationLists(trust, try list("revoking"))
        SecTrustSetOCSPResponse(trust, try response("revoked"))
        for wrong in ["text" as NSString, NSArray(array: ["text" as NSString])] as [CFTypeRef] {
            #expect(SecTrustSetOCSPResponse(trust, wrong) == errSecParam)
            #expect(SecTrustSetRevocationLists(trust, wrong) == errSecParam)
        }
        #expect(SecTrustSetRevocationLists(trust, try response("good")) == errSecParam)
        #expect(SecTrustSetRevocationLists(trust, Data("no list".utf8) as NSData) == errSecParam)
        #expect(code(trust) == errSecCertificateRevoked)
        #expect(SecTrustSetOCSPResponse(trust, Data("no response".utf8) as NSData) == errSecSuccess)
        #expect(SecTrustSetRevocationLists(trust, NSArray()) == errSecSuccess)
        #expect(code(trust) == errSecSuccess)
    }

    @Test func `the result says what is known`() throws {
        let trust = try trust()
        #expect(SecTrustCopyResult(trust)?[kSecTrustRevocationChecked] == nil)
        SecTrustSetRevocationLists(trust, NSArray(array: [try list("empty"), try list("root")]))
        let good = try #require(SecTrustCopyResult(trust))
        #expect((good[kSecTrustRevocationChecked] as? NSNumber)?.boolValue == true)
        let end = good[kSecTrustRevocationValidUntilDate] as? NSDate
        #expect(end?.timeIntervalSinceReferenceDate == Vectors.today + 86_400)
        SecTrustSetRevocationLists(trust, try list("revoking"))
        let bad = try #require(SecTrustCopyResult(trust))
        #expect(bad[kSecTrustRevocationChecked] == nil)
        #expect((bad[kSecTrustRevocationReason] as? NSNumber)?.intValue == 1)
    }

    @Test func `timestamps of certificates are taken and have no effect`() throws {
        let trust = try trust()
        #expect(SecTrustSetSignedCertificateTimestamps(trust, NSArray(array: [NSData()])) == errSecSuccess)
        #expect(SecTrustSetSignedCertificateTimestamps(trust, nil) == errSecSuccess)
        #expect(SecTrustSetSignedCertificateTimestamps(trust, NSArray(array: ["x" as NSString])) == errSecParam)
        #expect(code(trust) == errSecSuccess)
    }
}
