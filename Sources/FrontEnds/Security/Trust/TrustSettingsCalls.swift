// What the calls about trust settings do.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import LatchkeyCFTypes
import LatchkeyCertificates
package import LatchkeyClient
import LatchkeyComposition
import LatchkeyModel
import LatchkeyPlatform
package import LatchkeyTrust

package struct TrustSettingsCalls: Sendable {
    private let user: TrustSettingsFile
    private let machine: TrustSettingsFile

    static let shared = TrustSettingsCalls(client: .shared)

    package init(client: KeychainClient, machine: TrustSettingsFile = .machine) {
        user = TrustSettingsFile(home: client.configuration.home)
        self.machine = machine
    }

    /// The status of a call that did nothing.
    package struct Refusal: Error {
        package let status: OSStatus

        init(_ status: OSStatus) { self.status = status }
        fileprivate init(_ error: KeychainError) { status = error.ofItemCalls.code.rawValue }
    }

    package func settings(of certificate: SecCertificate, _ domain: SecTrustSettingsDomain) -> Result<CFArray, Refusal>
    {
        decisions(domain).flatMap { decisions in
            let own = decisions.filter { $0.certificate == certificate.content }
            return own.isEmpty
                ? .failure(Refusal(errSecItemNotFound)) : .success(NSArray(array: own.map(Self.dictionary)))
        }
    }

    package func set(
        _ value: CFTypeRef?, for certificate: SecCertificate, _ domain: SecTrustSettingsDomain
    ) -> OSStatus {
        guard let settings = Self.settings(value, for: certificate.content) else { return errSecParam }
        return change(domain) { all throws(KeychainError) in
            for setting in settings { try setting.requireEffect() }
            all.removeAll { $0.certificate == certificate.content }
            all += settings
        }
    }

    package func remove(_ certificate: SecCertificate, _ domain: SecTrustSettingsDomain) -> OSStatus {
        change(domain) { all throws(KeychainError) in
            let count = all.count
            all.removeAll { $0.certificate == certificate.content }
            guard all.count < count else {
                throw KeychainError(.itemNotFound, during: "removing trust settings that are not there")
            }
        }
    }

    package func certificates(_ domain: SecTrustSettingsDomain) -> Result<CFArray, Refusal> {
        if domain == .system {
            let roots = TrustAnchors.system.certificates()
            guard !roots.isEmpty else { return .failure(Refusal(errSecNoTrustSettings)) }
            return .success(NSArray(array: roots.map(SecCertificate.object)))
        }
        return decisions(domain).flatMap { decisions in
            var found: [Certificate] = []
            for decision in decisions where !found.contains(decision.certificate) { found.append(decision.certificate) }
            return found.isEmpty
                ? .failure(Refusal(errSecNoTrustSettings)) : .success(NSArray(array: found.map(SecCertificate.object)))
        }
    }

    package func modificationDate(
        of certificate: SecCertificate, _ domain: SecTrustSettingsDomain
    ) -> Result<CFDate, Refusal> {
        settings(of: certificate, domain).flatMap { _ in
            guard let path = file(domain)?.path,
                let date = try? FileManager.default.attributesOfItem(atPath: path)[.modificationDate] as? Date
            else { return .failure(Refusal(errSecItemNotFound)) }
            return .success(NSDate(timeIntervalSinceReferenceDate: date.timeIntervalSinceReferenceDate))
        }
    }

    package func representation(of domain: SecTrustSettingsDomain) -> Result<CFData, Refusal> {
        decisions(domain).flatMap { decisions in
            guard !decisions.isEmpty else { return .failure(Refusal(errSecNoTrustSettings)) }
            do throws(KeychainError) {
                return .success(Data(try TrustSettingsFile.encoded(decisions)) as NSData)
            } catch {
                return .failure(Refusal(error))
            }
        }
    }

    package func replace(by bytes: [UInt8], _ domain: SecTrustSettingsDomain) -> OSStatus {
        guard let settings = try? TrustSettingsFile.settings(in: bytes) else { return errSecInvalidTrustSettings }
        return change(domain) { all throws(KeychainError) in
            for setting in settings { try setting.requireEffect() }
            all = settings
        }
    }

    // MARK: Files

    private func file(_ domain: SecTrustSettingsDomain) -> TrustSettingsFile? {
        switch domain {
        case .user: user
        case .admin: machine
        case .system: nil
        }
    }

    private func decisions(_ domain: SecTrustSettingsDomain) -> Result<[TrustSetting], Refusal> {
        do throws(KeychainError) {
            return .success(try file(domain)?.settings() ?? [])
        } catch {
            return .failure(Refusal(error))
        }
    }

    private func change(
        _ domain: SecTrustSettingsDomain, _ body: (inout [TrustSetting]) throws(KeychainError) -> Void
    ) -> OSStatus {
        guard let file = file(domain) else { return errSecDataNotModifiable }
        return statusOfCall { () throws(KeychainError) in try file.change(body) }
    }

    // MARK: Dictionaries

    private static func dictionary(_ setting: TrustSetting) -> CFDictionary {
        let dictionary = NSMutableDictionary()
        dictionary[kSecTrustSettingsResult] = NSNumber(value: setting.result.rawValue)
        if let use = setting.use { dictionary[kSecTrustSettingsPolicy] = policy(of: use) }
        if let name = setting.name { dictionary[kSecTrustSettingsPolicyString] = name as NSString }
        return dictionary
    }

    private static func policy(of use: TrustSetting.Use) -> SecPolicy {
        switch use {
        case .basic: SecPolicy(.basic)
        case .ssl: SecPolicy(.sslServer(host: nil))
        case .smime: SecPolicy(.email(address: nil))
        case .codeSign: SecPolicy(.code)
        }
    }

    /// Nil for what says anything that a decision here cannot say.
    private static func settings(_ value: CFTypeRef?, for certificate: Certificate) -> [TrustSetting]? {
        guard let value else { return [TrustSetting(certificate, .trustRoot)] }
        if let dictionary = value as? CFDictionary { return setting(dictionary, for: certificate).map { [$0] } }
        guard let array = value as? CFArray else { return nil }
        let elements = _cfElements(of: array)
        guard !elements.isEmpty else { return [TrustSetting(certificate, .trustRoot)] }
        let settings = elements.compactMap { ($0 as? CFDictionary).flatMap { setting($0, for: certificate) } }
        return settings.count == elements.count ? settings : nil
    }

    private static func setting(_ dictionary: CFDictionary, for certificate: Certificate) -> TrustSetting? {
        var result = TrustSetting.Result.trustRoot
        var use: TrustSetting.Use?
        var name: String?
        var nameOfPolicy: String?
        for entry in _cfEntries(of: dictionary) {
            guard let key = entry.key as? NSString else { return nil }
            switch key as String {
            case kSecTrustSettingsResult:
                guard let number = entry.value as? NSNumber, let known = TrustSetting.Result(rawValue: number.intValue)
                else { return nil }
                result = known
            case kSecTrustSettingsPolicy:
                guard let policy = entry.value as? SecPolicy, let known = TrustSetting.Use(policy) else { return nil }
                use = known
                nameOfPolicy = policy.searched?.host
            case kSecTrustSettingsPolicyString:
                guard let text = entry.value as? NSString else { return nil }
                name = text as String
            default: return nil
            }
        }
        // A name in the policy limits the decision as well; macOS forgets it.
        guard name == nil || nameOfPolicy == nil || name == nameOfPolicy else { return nil }
        return TrustSetting(certificate, result, for: use, name: name ?? nameOfPolicy)
    }
}

extension TrustSetting.Use {
    /// Nil for a policy that no decision can be for: what is trusted for TLS is trusted for servers.
    fileprivate init?(_ policy: SecPolicy) {
        switch policy.kind {
        case .use(.basic): self = .basic
        case .use(.sslServer): self = .ssl
        case .use(.email): self = .smime
        case .use(.code): self = .codeSign
        case .use(.sslClient), .eap, .revocation: return nil
        }
    }
}
