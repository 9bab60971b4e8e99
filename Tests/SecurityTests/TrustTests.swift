// Evaluations of trust as objects, over every transport.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import LatchkeyClient
import LatchkeyModel
import LatchkeySecurityTestSupport
import LatchkeyTestSupport
import LatchkeyTrust
import Security
import Synchronization
import Testing

@Suite(.everyTransport) struct TrustTests {
    private let keychain: Keychain
    private let source: TrustSource

    init() throws {
        keychain = try Keychain()
        source = TrustSource(client: keychain.client, anchors: TrustAnchors(files: [TrustFixture.anchors]))
    }

    private func certificate(_ name: String) throws -> SecCertificate {
        SecCertificate.object(for: try TrustFixture.certificate(name))
    }

    private func trust(_ names: String..., by policies: SecPolicy...) throws -> SecTrust {
        let trust = SecTrust(
            try names.map(certificate), policies.isEmpty ? [SecPolicyCreateBasicX509()] : policies, source: source)
        SecTrustSetVerifyDate(trust, NSDate(timeIntervalSinceReferenceDate: TrustFixture.today))
        return trust
    }

    /// The code of the error, 0 if it is trusted.
    private func code(_ trust: SecTrust) -> OSStatus {
        var error: CFError?
        guard unsafe !SecTrustEvaluateWithError(trust, &error) else { return error == nil ? 0 : 1 }
        #expect(error?.domain == NSOSStatusErrorDomain)
        return OSStatus(error?.code ?? 1)
    }

    private func result(_ trust: SecTrust) -> SecTrustResultType? {
        var result: SecTrustResultType = .confirm
        unsafe SecTrustGetTrustResult(trust, &result)
        return result
    }

    private func chain(_ trust: SecTrust) -> [SecCertificate] {
        SecTrustCopyCertificateChain(trust).map { _cfElements(of: $0).compactMap { $0 as? SecCertificate } } ?? []
    }

    @Test func `a chain to a root of the system is trusted and can be copied`() throws {
        let trust = try trust("server", "intermediate", by: SecPolicyCreateSSL(true, "www.example.test"))
        #expect(!trust.isEvaluated)
        #expect(code(trust) == errSecSuccess)
        #expect(result(trust) == .unspecified)
        #expect(chain(trust) == [try certificate("server"), try certificate("intermediate"), try certificate("root")])
        #expect(SecTrustGetCertificateCount(trust) == 3)
        #expect(SecTrustGetCertificateAtIndex(trust, 1) == (try certificate("intermediate")))
        #expect(SecTrustGetCertificateAtIndex(trust, 3) == nil)
        #expect(SecTrustGetCertificateAtIndex(trust, -1) == nil)
        #expect(SecTrustCopyKey(trust) == SecCertificateCopyKey(try certificate("server")))
    }

    @Test(arguments: [
        ("short-lived", errSecCertificateExpired), ("not-yet-valid", errSecCertificateNotValidYet),
        ("self-signed", errSecNotTrusted), ("of-foreign-root", errSecCreateChainFailed),
        ("unknown-demand", errSecUnknownCriticalExtensionFlag), ("client", errSecInvalidExtendedKeyUsage),
        ("sha1", errSecInvalidDigestAlgorithm),
    ])
    func `what is not trusted says why by the code of Apple's systems`(name: String, expected: OSStatus) throws {
        let trust = try trust(
            name, name == "sha1" ? "rsa-intermediate" : "intermediate", by: SecPolicyCreateSSL(true, nil))
        #expect(code(trust) == expected)
        #expect(result(trust) == .recoverableTrustFailure)
        #expect(chain(trust).first == (try certificate(name)))
    }

    @Test func `a host counts, and every policy must hold`() throws {
        let other = SecPolicyCreateSSL(true, "example.test")
        let right = SecPolicyCreateSSL(true, "www.example.test")
        #expect(code(try trust("server", "intermediate", by: other)) == errSecHostNameMismatch)
        #expect(code(try trust("server", "intermediate", by: right, other)) == errSecHostNameMismatch)
        #expect(code(try trust("server", "intermediate", by: right, SecPolicyCreateBasicX509())) == errSecSuccess)
        #expect(code(try trust("code-signer", "intermediate", by: SecPolicy(.code))) == errSecSuccess)
        #expect(code(try trust("server", "intermediate", by: SecPolicy(.code))) == errSecInvalidExtendedKeyUsage)
        let address = SecPolicy(.email(address: "nobody@example.test"))
        #expect(code(try trust("email-only", "intermediate", by: address)) == errSecSMIMEEmailAddressesNotFound)
    }

    @Test func `an answer about revocation that must be had is not had`() throws {
        let asking = try #require(SecPolicyCreateRevocation(kSecRevocationUseAnyAvailableMethod))
        let demanding = try #require(
            SecPolicyCreateRevocation(kSecRevocationOCSPMethod | kSecRevocationRequirePositiveResponse))
        let basic = SecPolicyCreateBasicX509()
        #expect(code(try trust("server", "intermediate", by: basic, asking)) == errSecSuccess)
        #expect(code(try trust("server", "intermediate", by: basic, demanding)) == errSecIncompleteCertRevocationCheck)
        #expect(SecPolicyCreateRevocation(kSecRevocationRequirePositiveResponse) == nil)
    }

    @Test func `an issuer that is missing is found in the keychain`() throws {
        let alone = try trust("server")
        #expect(code(alone) == errSecCreateChainFailed)
        let intermediate = try certificate("intermediate")
        #expect(keychain.add([kSecValueRef: .certificate(intermediate)]) == errSecSuccess)
        #expect(code(alone) == errSecCreateChainFailed, "the last evaluation stands until the object changes")
        #expect(code(try trust("server")) == errSecSuccess)
        #expect(chain(try trust("server")).count == 3)
    }

    @Test func `the roots of the caller are the only ones unless it says otherwise`() throws {
        let foreign = [try certificate("foreign-root")] as NSArray
        let own = try trust("of-foreign-root")
        #expect(SecTrustSetAnchorCertificates(own, foreign) == errSecSuccess)
        #expect(code(own) == errSecSuccess)
        #expect(result(own) == .unspecified)
        let system = try trust("server", "intermediate")
        #expect(SecTrustSetAnchorCertificates(system, foreign) == errSecSuccess)
        // With the root of nobody's trust among what is presented, the chain still does not count.
        #expect(code(system) != errSecSuccess)
        #expect(SecTrustSetAnchorCertificatesOnly(system, false) == errSecSuccess)
        #expect(!system.isEvaluated)
        #expect(code(system) == errSecSuccess)
        #expect(SecTrustSetAnchorCertificates(system, [] as NSArray) == errSecSuccess)
        #expect(code(system) != errSecSuccess)
        var anchors: CFArray?
        #expect(unsafe SecTrustCopyCustomAnchorCertificates(system, &anchors) == errSecSuccess)
        #expect(anchors?.count == 0)
        #expect(SecTrustSetAnchorCertificates(system, nil) == errSecSuccess)
        #expect(code(system) == errSecSuccess)
        #expect(SecTrustSetAnchorCertificates(system, ["no certificate"] as NSArray) == errSecParam)
    }

    @Test func `the date and the policies can be changed`() throws {
        let trust = try trust("short-lived", "intermediate")
        #expect(code(trust) == errSecCertificateExpired)
        SecTrustSetVerifyDate(trust, NSDate(timeIntervalSinceReferenceDate: 600_000_000))
        #expect(SecTrustGetVerifyTime(trust) == 600_000_000)
        #expect(code(trust) == errSecSuccess)
        #expect(SecTrustSetPolicies(trust, SecPolicyCreateSSL(true, "example.invalid")) == errSecSuccess)
        #expect(code(trust) == errSecHostNameMismatch)
        var policies: CFArray?
        #expect(unsafe SecTrustCopyPolicies(trust, &policies) == errSecSuccess)
        #expect(policies?.count == 1)
        #expect(SecTrustSetPolicies(trust, "policy" as NSString) == errSecParam)
    }

    @Test func `what is overlooked makes the very chain trusted, until something else is said`() throws {
        let trust = try trust("short-lived", "intermediate", by: SecPolicyCreateSSL(true, "example.invalid"))
        #expect(code(trust) == errSecHostNameMismatch, "the host counts more than the date")
        let kept = try #require(SecTrustCopyExceptions(trust))
        #expect(code(trust) == errSecHostNameMismatch, "to copy them overlooks nothing")
        #expect(SecTrustSetExceptions(trust, kept))
        #expect(!trust.isEvaluated)
        #expect(code(trust) == errSecSuccess)
        #expect(result(trust) == .proceed)
        #expect(SecTrustCopyExceptions(trust) == kept, "those that are set have no influence")
        let other = try self.trust("server", "intermediate", by: SecPolicyCreateSSL(true, "example.invalid"))
        #expect(!SecTrustSetExceptions(other, kept))
        #expect(code(other) == errSecHostNameMismatch)
        #expect(!SecTrustSetExceptions(trust, Data("no exceptions".utf8) as NSData))
        #expect(code(trust) == errSecHostNameMismatch)
        #expect(SecTrustSetExceptions(trust, kept))
        #expect(!SecTrustSetExceptions(trust, nil))
        #expect(code(trust) == errSecHostNameMismatch)
    }

    @Test(arguments: [
        (["of-below", "below-intermediate", "intermediate"], errSecPathLengthConstraintExceeded),
        (["of-crl-intermediate", "crl-intermediate"], errSecInvalidKeyUsageForPolicy),
        (["short-key", "intermediate"], errSecUnsupportedKeySize),
        (["of-short-key", "short-key-intermediate"], errSecUnsupportedKeySize),
    ])
    func `a chain that cannot be overlooked says why by the code of Apple's systems`(
        names: [String], expected: OSStatus
    ) throws {
        let trust = SecTrust(try names.map(certificate), [SecPolicyCreateBasicX509()], source: source)
        #expect(code(trust) == expected)
        #expect(result(trust) == .fatalTrustFailure)
        #expect(SecTrustSetExceptions(trust, SecTrustCopyExceptions(trust)))
        #expect(code(trust) == expected)
    }

    @Test func `findings do not outlive the settings and the roots that they rest on`() throws {
        let settings = TrustSettingsFile(home: keychain.client.configuration.home)
        let trust = try trust("server", "intermediate")
        #expect(code(trust) == errSecSuccess)
        #expect(result(trust) == .unspecified)
        let intermediate = try TrustFixture.certificate("intermediate")
        try settings.change { $0 = [TrustSetting(intermediate, .deny)] }
        #expect(!trust.isEvaluated)
        #expect(code(trust) == errSecTrustSettingDeny)
        try settings.change { $0 = [] }
        #expect(code(trust) == errSecSuccess)

        let roots = keychain.client.configuration.home + "/roots.pem"
        try FileManager.default.copyItem(atPath: TrustFixture.anchors, toPath: roots)
        let source = TrustSource(client: keychain.client, anchors: TrustAnchors(files: [roots]))
        let other = SecTrust(
            try ["server", "intermediate"].map(certificate), [SecPolicyCreateBasicX509()], source: source)
        #expect(code(other) == errSecSuccess)
        try FileManager.default.removeItem(atPath: roots)
        #expect(!other.isEvaluated)
        #expect(code(other) != errSecSuccess)
    }

    @Test func `findings hold as long as no certificate begins or ends`() throws {
        let trust = try trust("short-lived", "intermediate")
        // 2020-01-01 00:00:00 and 2021-01-01 00:00:00.
        let (first, last) = (599_529_600.0, 631_152_000.0)
        func findings(at date: Double) -> TrustFindings {
            SecTrustSetVerifyDate(trust, NSDate(timeIntervalSinceReferenceDate: date))
            return trust.evaluate()
        }
        let early = findings(at: first - 10)
        #expect(early.holds(at: first - 10) && early.holds(at: first - 1) && !early.holds(at: first))
        #expect(!early.holds(at: first - 11), "a clock that was set back")
        let between = findings(at: first)
        #expect(between.holds(at: last) && !between.holds(at: last + 1))
        let late = findings(at: last + 1)
        #expect(late.holds(at: TrustFixture.today))
    }

    @Test func `a result says for which time it is`() throws {
        let trust = SecTrust([try certificate("server")], [SecPolicyCreateBasicX509()], source: source)
        let before = Date()
        #expect(code(trust) == errSecCreateChainFailed)
        let result = try #require(SecTrustCopyResult(trust) as? [String: Any])
        let date = try #require(result[kSecTrustEvaluationDate as String] as? Date)
        #expect(before <= date && date <= Date())
        let again = try #require(SecTrustCopyResult(trust) as? [String: Any])
        #expect(again[kSecTrustEvaluationDate as String] as? Date == date)
        let past = NSDate(timeIntervalSinceReferenceDate: 600_000_000)
        SecTrustSetVerifyDate(trust, past)
        #expect(
            (SecTrustCopyResult(trust) as? [String: Any])?[kSecTrustEvaluationDate as String] as? Date == past as Date)
    }

    /// What stands under a key of the properties, for each certificate of the chain.
    private func properties(_ key: CFString, of trust: SecTrust) -> [String?] {
        let properties = SecTrustCopyProperties(trust).map { _cfElements(of: $0) } ?? []
        return properties.map { ($0 as? NSDictionary)?.object(forKey: key) as? String }
    }

    @Test func `a user can read what the chain is, and why it is not trusted`() throws {
        let trusted = try trust("server", "intermediate")
        let names = try ["server", "intermediate", "root"].map { name in
            SecCertificateCopySubjectSummary(try certificate(name)) as String?
        }
        #expect(properties(kSecPropertyTypeTitle, of: trusted) == names)
        #expect(properties(kSecPropertyTypeError, of: trusted) == [nil, nil, nil])
        let expired = try trust("short-lived", "intermediate")
        let reason = SecCopyErrorMessageString(errSecCertificateExpired, nil) as String?
        let reasons = properties(kSecPropertyTypeError, of: expired)
        #expect(reasons.count == chain(expired).count)
        #expect(reasons.first == reason && reasons.dropFirst().allSatisfy { $0 == nil })
    }

    @Test func `nothing is ever fetched, whatever is allowed`() throws {
        let trust = try trust("server", "intermediate")
        var allowed: DarwinBoolean = false
        #expect(unsafe SecTrustGetNetworkFetchAllowed(trust, &allowed) == errSecSuccess)
        #expect(allowed.boolValue)
        SecTrustSetNetworkFetchAllowed(trust, false)
        #expect(unsafe SecTrustGetNetworkFetchAllowed(trust, &allowed) == errSecSuccess)
        #expect(!allowed.boolValue)
    }

    @Test func `an evaluation on a queue gives the same answer`() async throws {
        let trust = try trust("self-signed")
        let answer: (Bool, Int?) = await withCheckedContinuation { continuation in
            SecTrustEvaluateAsyncWithError(trust, .global()) { _, isTrusted, error in
                continuation.resume(returning: (isTrusted, error?.code))
            }
        }
        #expect(answer == (false, Int(errSecNotTrusted)))
    }

    @Test func `objects of other classes make no evaluation`() throws {
        var trust: SecTrust?
        #expect(unsafe SecTrustCreateWithCertificates("text" as NSString, nil, &trust) == errSecParam)
        #expect(unsafe SecTrustCreateWithCertificates([] as NSArray, nil, &trust) == errSecParam)
        let leaf = try certificate("server")
        #expect(unsafe SecTrustCreateWithCertificates(leaf, "text" as NSString, &trust) == errSecParam)
        #expect(trust == nil)
        #expect(unsafe SecTrustCreateWithCertificates([leaf] as NSArray, nil, &trust) == errSecSuccess)
        #expect(CFGetTypeID(trust) == SecTrustGetTypeID())
    }

    @Test func `a user's decision counts for the use it names, and a denial for all it issues`() throws {
        let settings = TrustSettingsFile(home: keychain.client.configuration.home)
        let ssl = SecPolicyCreateSSL(true, nil)
        let foreign = try TrustFixture.certificate("foreign-root")
        try settings.change { $0 = [TrustSetting(foreign, .trustRoot, for: .ssl)] }
        let trusted = try trust("of-foreign-root", by: ssl)
        #expect(code(trusted) == errSecSuccess)
        #expect(result(trusted) == .proceed)
        #expect(code(try trust("of-foreign-root")) != errSecSuccess)
        let intermediate = try TrustFixture.certificate("intermediate")
        try settings.change { $0 = [TrustSetting(intermediate, .deny)] }
        let denied = try trust("server", "intermediate", by: ssl)
        #expect(code(denied) == errSecTrustSettingDeny)
        #expect(result(denied) == .deny)
        // Nor where the program brings the certificate as its root.
        let own = try trust("server", by: ssl)
        SecTrustSetAnchorCertificates(own, [try certificate("intermediate")] as NSArray)
        #expect(code(own) == errSecTrustSettingDeny)
        try Data("no settings".utf8).write(to: URL(filePath: settings.path))
        #expect(code(try trust("server", "intermediate", by: ssl)) == errSecTrustNotAvailable)
    }
}
