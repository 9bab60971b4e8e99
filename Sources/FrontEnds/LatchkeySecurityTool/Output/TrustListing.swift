// The listing of trust settings, in the form of macOS.
// SPDX-License-Identifier: Apache-2.0

package import LatchkeyCertificates
import LatchkeyTooling
package import LatchkeyTrust

package enum TrustListing {
    package static func text(of settings: [TrustSetting]) -> String {
        var certificates: [Certificate] = []
        for setting in settings where !certificates.contains(setting.certificate) {
            certificates.append(setting.certificate)
        }
        return text(of: certificates, settings)
    }

    /// Roots are trusted without a decision.
    package static func text(ofRoots roots: [Certificate]) -> String { text(of: roots, []) }

    private static func text(of certificates: [Certificate], _ settings: [TrustSetting]) -> String {
        var text = "Number of trusted certs = \(certificates.count)\n"
        for (number, certificate) in certificates.enumerated() {
            let own = settings.filter { $0.certificate == certificate }
            text += "Cert \(number): \(PrintableText.of(certificate.subjectSummary ?? ""))\n"
            text += "   Number of trust settings : \(own.count)\n"
            for (place, setting) in own.enumerated() {
                text += "   Trust Setting \(place):\n"
                if let use = setting.use { text += "      Policy OID            : \(use.words)\n" }
                if let name = setting.name { text += "      Policy String         : \(PrintableText.of(name))\n" }
                text += "      Result Type           : \(setting.result.words)\n"
            }
        }
        return text
    }
}

extension TrustSetting.Use {
    fileprivate var words: String {
        switch self {
        case .basic: "Apple X509 Basic"
        case .ssl: "SSL"
        case .smime: "SMIME"
        case .codeSign: "Code Signing"
        }
    }
}

extension TrustSetting.Result {
    fileprivate var words: String {
        switch self {
        case .trustRoot: "kSecTrustSettingsResultTrustRoot"
        case .trustAsRoot: "kSecTrustSettingsResultTrustAsRoot"
        case .deny: "kSecTrustSettingsResultDeny"
        case .unspecified: "kSecTrustSettingsResultUnspecified"
        }
    }
}
