// Fuzzes certificates, names and extensions: what is read is read again the same, and what it says fits the columns.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import FuzzSupport
import LatchkeyCertificates
import LatchkeyModel
import LatchkeyPlatform
import Security

@main enum FuzzCertificate {
    static func main() {
        unsafe fuzz { start, count in
            FuzzCertificate.run(unsafe input(at: start, count: count))
            return 0
        }
    }

    private static func run(_ bytes: [UInt8]) {
        checkName(bytes)
        // What begins with no SEQUENCE is neither, and is read as the value of an extension.
        guard bytes.first == 0x30 else { return ExtensionInput(bytes).run() }
        do throws(KeychainError) {
            let certificate = try Certificate(der: bytes)
            check(bytes.starts(with: certificate.der), "a certificate is the beginning of its input")
            let again = try Certificate(der: certificate.der)
            check(again == certificate, "a certificate without the rest is the same")
            try checkContents(of: certificate)
            if let values = SecCertificateCopyValues(SecCertificate.object(for: certificate), nil, nil) {
                ExtensionInput.check(values)
            }
        } catch {
            check(error, isOneOf: [.decode])
        }
    }

    private static func checkContents(of certificate: Certificate) throws(KeychainError) {
        for (attribute, value) in certificate.attributes {
            guard let description = ItemClass.certificate.description(of: attribute) else {
                return check(false, "an attribute of a certificate has a column")
            }
            let converted = try value.converted(to: description.kind)
            check(converted == value, "an attribute is of the kind of its column")
        }
        check((1...3).contains(certificate.version), "a certificate has one of three versions")
        check((1...37).contains(certificate.serialNumber.count), "a serial number has a bounded size")
        check(certificate.validity.notBefore.isFinite && certificate.validity.notAfter.isFinite, "times are numbers")
        _ = (certificate.subjectSummary, certificate.commonName, certificate.sha256)
        for name in [certificate.subject, certificate.issuer] {
            let again = try DistinguishedName(der: name.normalizedSequence)
            check(again.normalizedContents == name.normalizedContents, "a normalised name does not change again")
        }
        do throws(KeychainError) {
            let key = try certificate.publicKey()
            check(key.keyClass == .public && key.kind == certificate.publicKeyKind, "a certificate has a public key")
        } catch {
            check(error, isOneOf: [.decode, .unimplemented])
        }
    }

    private static func checkName(_ bytes: [UInt8]) {
        let normalized = DistinguishedName.normalizedContents(of: bytes)
        guard let name = try? DistinguishedName(der: bytes) else {
            return check(normalized == bytes, "what is no name stays as it is")
        }
        check(normalized == name.normalizedContents, "a name is normalised")
        check(normalized.count <= name.contents.count, "a normalised name is not longer")
    }
}
