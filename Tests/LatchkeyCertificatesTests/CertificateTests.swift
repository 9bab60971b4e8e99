// What is read of certificates.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyCertificates
import LatchkeyModel
import LatchkeyPlatform
import LatchkeyTestSupport
import Testing

@Suite struct CertificateTests {
    @Test(arguments: try CertificateVector.all(.success))
    func `a certificate says what its maker put into it`(vector: CertificateVector) throws {
        let certificate = try Certificate(der: vector.der.bytes)
        #expect(certificate.der == Array(vector.der.bytes.prefix(vector.cut ?? .max)))
        #expect(certificate.version == vector.version)
        #expect(certificate.serialNumber == vector.serial?.bytes)
        #expect(certificate.publicKeyHash == vector.pkhh?.bytes)
        #expect(certificate.subjectSummary == vector.summary)
        #expect(certificate.commonName == vector.commonName)
        #expect(certificate.emailAddresses == vector.emails)
        #expect(certificate.dnsNames == vector.dnsNames)
        if let sha1 = vector.sha1 { #expect(certificate.sha1 == sha1.bytes) }
        if let sha256 = vector.sha256 { #expect(certificate.sha256 == sha256.bytes) }
        if let subject = vector.subject { #expect(certificate.subject.normalizedContents == subject.bytes) }
        if let issuer = vector.issuer { #expect(certificate.issuer.normalizedContents == issuer.bytes) }
        if let notBefore = vector.notBefore { #expect(certificate.validity.notBefore == notBefore) }
        if let notAfter = vector.notAfter { #expect(certificate.validity.notAfter == notAfter) }
    }

    @Test(arguments: try CertificateVector.all(.success))
    func `the attributes of its item are of the kinds of their columns`(vector: CertificateVector) throws {
        let certificate = try Certificate(der: vector.der.bytes)
        let attributes = certificate.attributes
        #expect(attributes[.certificateType] == vector.version.map { .number(Int64($0)) })
        #expect(attributes[.certificateEncoding] == .number(3))
        #expect(attributes[.serialNumber] == vector.serial.map { .data($0.bytes) })
        #expect(attributes[.publicKeyHash] == vector.pkhh.map { .data($0.bytes) })
        #expect(attributes[.subjectKeyID] == (vector.skid ?? openSSLKeyID(of: vector)).map { .data($0.bytes) })
        #expect(attributes[.label] == nil)
        for (attribute, value) in attributes {
            let description = try #require(ItemClass.certificate.description(of: attribute))
            #expect(try value.converted(to: description.kind) == value)
        }
    }

    /// openssl makes the identifier of the key as the keychain does: SHA-1 of the contents of the bit string.
    private func openSSLKeyID(of vector: CertificateVector) -> Hex? {
        vector.id.hasPrefix("openssl ") ? vector.pkhh : nil
    }

    @Test(arguments: try CertificateVector.all(.success))
    func `its public key is the key that it was made for`(vector: CertificateVector) throws {
        let certificate = try Certificate(der: vector.der.bytes)
        guard let name = vector.key else {
            #expect(certificate.publicKeyKind == nil)
            #expect(failure { () throws(KeychainError) in _ = try certificate.publicKey() } == .unimplemented)
            return
        }
        let key = try certificate.publicKey()
        #expect(try key == KeyVector.named(name).publicKey())
        #expect(key.applicationLabel == certificate.publicKeyHash)
    }

    @Test(arguments: try CertificateVector.all(.decode))
    func `what is no certificate is refused`(vector: CertificateVector) {
        #expect(failure { () throws(KeychainError) in _ = try Certificate(der: vector.der.bytes) } == .decode)
    }

    @Test func `certificates are equal when their bytes are, whatever followed them`() throws {
        let plain = try CertificateVector.named("version 1").der.bytes
        let certificate = try Certificate(der: plain)
        let followed = try Certificate(der: plain + [0, 1, 2])
        let other = try Certificate(der: CertificateVector.named("version 2").der.bytes)
        #expect(certificate == followed)
        #expect(certificate.hashValue == followed.hashValue)
        #expect(certificate != other)
    }

    @Test func `a certificate that is too large is refused`() throws {
        let size = Certificate.largestSize
        let contents = [UInt8](repeating: 5, count: size)
        let header: [UInt8] = [0x30, 0x83, UInt8(size >> 16), 0, 0]
        #expect(failure { () throws(KeychainError) in _ = try Certificate(der: header + contents) } == .decode)
    }

    @Test(arguments: try CertificateVector.all(.success))
    func `a certificate that ends early, at any byte, is refused`(vector: CertificateVector) throws {
        let der = vector.der.bytes.prefix(vector.cut ?? .max)
        for count in 0..<der.count {
            let code = failure { () throws(KeychainError) in _ = try Certificate(der: Array(der.prefix(count))) }
            #expect(code == .decode, "\(count) bytes")
        }
    }

    @Test(arguments: try CertificateVector.all(.success))
    func `a certificate with a changed byte is read or refused`(vector: CertificateVector) throws {
        // Every third byte; the fuzzer changes the others too.
        for place in stride(from: 0, to: vector.der.bytes.count, by: 3) {
            var der = vector.der.bytes
            der[place] ^= place.isMultiple(of: 2) ? 0x01 : 0x80
            guard let certificate = try? Certificate(der: der) else { continue }
            #expect(certificate.attributes[.publicKeyHash] == .data(certificate.publicKeyHash))
            _ = certificate.subjectSummary
            #expect(try Certificate(der: certificate.der) == certificate)
        }
    }

    @Test func `nothing that prints a certificate says what is in it`() throws {
        let certificate = try Certificate(der: CertificateVector.named("version 1").der.bytes)
        for text in ["\(certificate)", String(reflecting: certificate), "\(certificate.subject)"] {
            #expect(!text.contains("Odd"))
        }
        var dumped = ""
        dump(certificate, to: &dumped)
        #expect(!dumped.contains("Odd"))
        #expect(!dumped.contains("UInt8"))
    }
}
