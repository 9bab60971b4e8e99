// The values of certificates in the shape of macOS.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Security
import Testing

@Suite struct CertificateValueTests {
    private func certificate() throws -> SecCertificate {
        let url = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .appendingPathComponent("Fixtures/PKCS12/leaf.der")
        return try #require(SecCertificateCreateWithData(nil, try Data(contentsOf: url) as NSData))
    }

    private func value(_ values: CFDictionary?, _ name: CFString) -> AnyObject? {
        (values?.object(forKey: name) as? NSDictionary)?.object(forKey: kSecPropertyKeyValue) as AnyObject?
    }

    @Test func `the values of a certificate are found by their names`() throws {
        let certificate = try certificate()
        let all = SecCertificateCopyValues(certificate, nil, nil)
        let values = try #require(all)
        #expect(value(values, kSecOIDX509V1Version) as? NSString == "3")
        let end = try #require(value(values, kSecOIDX509V1ValidityNotAfter) as? NSNumber)
        #expect(
            end.doubleValue == SecCertificateCopyNotValidAfterDate(certificate)?.timeIntervalSinceReferenceDate)
        let subject = try #require(value(values, kSecOIDX509V1SubjectName) as? NSArray)
        let names = _cfElements(of: subject).compactMap { $0 as? NSDictionary }
        #expect(names.last?.object(forKey: kSecPropertyKeyLabel) as? NSString == kSecOIDCommonName)
        #expect(names.last?.object(forKey: kSecPropertyKeyValue) as? NSString == "Fixture")
        #expect(value(values, kSecOIDKeyUsage) as? NSNumber == 1)
        let uses = try #require(value(values, kSecOIDExtendedKeyUsage) as? NSArray)
        #expect(_cfElements(of: uses).first as? NSData == Data([0x2b, 6, 1, 5, 5, 7, 3, 1]) as NSData)
        let alternatives = try #require(value(values, kSecOIDSubjectAltName) as? NSArray)
        let texts = _cfElements(of: alternatives).compactMap {
            ($0 as? NSDictionary)?.object(forKey: kSecPropertyKeyValue) as? String
        }
        #expect(texts == ["www.example.test", "me@example.test", "192.0.2.1"])
        #expect(value(values, kSecOIDX509V1Signature) is NSData)
    }

    @Test func `only what is asked for is given`() throws {
        let wanted = [kSecOIDX509V1SerialNumber, kSecOIDCountryName] as NSArray
        let values = SecCertificateCopyValues(try certificate(), wanted, nil)
        #expect(values?.count == 1)
    }

    @Test func `a certificate is described, and its key has older names`() throws {
        let certificate = try certificate()
        #expect(SecCertificateCopyShortDescription(nil, certificate, nil) == "Fixture")
        #expect(SecCertificateCopyLongDescription(nil, certificate, nil) == "Fixture")
        var key: SecKey?
        #expect(unsafe SecCertificateCopyPublicKey(certificate, &key) == errSecSuccess)
        #expect(key == SecCertificateCopyKey(certificate))
        #expect(SecCertificateCopyPublicKey(certificate) == key)
    }
}
