// Certificates as objects (reference 5.8).
// SPDX-License-Identifier: Apache-2.0

import Foundation
import LatchkeyTestSupport
import Security
import Testing

@Suite struct CertificateObjectTests {
    private func object(of vector: CertificateVector) -> SecCertificate? {
        SecCertificateCreateWithData(nil, Data(vector.der.bytes) as CFData)
    }

    private func certificate(named id: String) throws -> SecCertificate {
        try CertificateVector.named(id).object()
    }

    @Test(arguments: try CertificateVector.all(.success))
    func `a certificate says what its maker put into it`(vector: CertificateVector) throws {
        let certificate = try #require(object(of: vector))
        #expect(SecCertificateCopyData(certificate) as Data == Data(vector.der.bytes.prefix(vector.cut ?? .max)))
        #expect(SecCertificateCopySubjectSummary(certificate) as String? == vector.summary)
        #expect(SecCertificateCopySerialNumberData(certificate, nil) as Data? == vector.serial.map { Data($0.bytes) })

        var name: CFString?
        let status = unsafe SecCertificateCopyCommonName(certificate, &name)
        #expect(status == (vector.commonName == nil ? -26276 : errSecSuccess))
        #expect(name as String? == vector.commonName)

        var addresses: CFArray?
        #expect(unsafe SecCertificateCopyEmailAddresses(certificate, &addresses) == errSecSuccess)
        #expect(addresses as? [String] == vector.emails)
        if let notBefore = vector.notBefore {
            #expect(SecCertificateCopyNotValidBeforeDate(certificate)?.timeIntervalSinceReferenceDate == notBefore)
        }
        if let notAfter = vector.notAfter {
            #expect(SecCertificateCopyNotValidAfterDate(certificate)?.timeIntervalSinceReferenceDate == notAfter)
        }
    }

    @Test(arguments: try CertificateVector.all(.decode))
    func `what is no certificate gives none`(vector: CertificateVector) {
        #expect(object(of: vector) == nil)
    }

    @Test func `PEM gives none`() {
        let text = "-----BEGIN CERTIFICATE-----\nMAA=\n-----END CERTIFICATE-----\n"
        #expect(SecCertificateCreateWithData(kCFAllocatorDefault, Data(text.utf8) as CFData) == nil)
    }

    @Test func `names are normalised, and have the header of a sequence`() throws {
        let vector = try CertificateVector.named("printable name with blanks")
        let certificate = try #require(object(of: vector))
        let contents = try #require(vector.subject).bytes
        let expected = Data([0x30, UInt8(contents.count)] + contents)
        #expect(SecCertificateCopyNormalizedSubjectSequence(certificate) as Data? == expected)
        #expect(SecCertificateCopyNormalizedIssuerSequence(certificate) as Data? == expected)
    }

    @Test func `the key of a certificate is the public key, and nil for an unknown kind`() throws {
        let key = try #require(SecCertificateCopyKey(certificate(named: "version 1")))
        #expect(SecKeyCopyExternalRepresentation(key, nil) as Data? == Data(try KeyVector.named("p256").public.bytes))
        #expect(try SecCertificateCopyKey(certificate(named: "unknown kind of key")) == nil)
    }

    @Test func `equal certificates are one object while it is held, and others differ`() throws {
        let vector = try CertificateVector.named("version 1")
        let (first, second) = try (vector.object(), vector.object())
        #expect(first === second)
        #expect(first == second && CFEqual(first, second) && CFHash(first) == CFHash(second))
        #expect(try first != certificate(named: "version 2"))
        #expect(CFGetTypeID(first) == SecCertificateGetTypeID())
        #expect(SecCertificateGetTypeID() != SecKeyGetTypeID())
    }

    @Test func `objects of one value can be made and dropped by many at once`() async throws {
        let data = Data(try CertificateVector.named("version 1").der.bytes)
        await withTaskGroup(of: Bool.self) { group in
            for _ in 0..<8 {
                group.addTask {
                    (0..<500).allSatisfy { _ in
                        let first = SecCertificateCreateWithData(nil, data as CFData)
                        return first != nil && first === SecCertificateCreateWithData(nil, data as CFData)
                    }
                }
            }
            for await isSame in group { #expect(isSame) }
        }
    }
}
