// What is a list of revoked certificates, and what is none.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyCertificates
import LatchkeyPlatform
import Testing

@Suite struct RevocationListReadingTests {
    private static let algorithm = DERElement.sequence(DERElement.objectIdentifier([0x2b, 0x65, 0x70]))
    private static let issuer = CertificateDraft.name([(.commonName, "Issuer")])
    private static let day = DERElement.bytes(0x17, Array("260101000000Z".utf8))
    private static let laterDay = DERElement.bytes(0x18, Array("20500101000000Z".utf8))

    /// A list without a signature.
    private func list(
        version: [UInt8] = [0x02, 1, 1], issuer: [UInt8] = issuer, dates: [UInt8] = day + laterDay,
        entries: [[UInt8]] = [], extensions: [[UInt8]] = [CertificateDraft.extension(20, isCritical: false, [2, 1, 1])]
    ) throws -> RevocationList {
        let revoked = entries.isEmpty ? [] : DERElement.sequence(entries.flatMap { $0 })
        let more = DERElement.sequence(extensions.flatMap { $0 })
        let list = extensions.isEmpty ? [] : DERElement.bytes(0xa0, more)
        let signed = DERElement.sequence(version + Self.algorithm + issuer + dates + revoked + list)
        return try RevocationList(der: DERElement.sequence(signed + Self.algorithm + DERElement.bitString([])))
    }

    private func entry(_ number: [UInt8], date: [UInt8] = day, _ extensions: [UInt8]...) -> [UInt8] {
        let list = extensions.isEmpty ? [] : DERElement.sequence(extensions.flatMap { $0 })
        return DERElement.sequence(DERElement.bytes(0x02, number) + date + list)
    }

    private func reason(_ code: UInt8) -> [UInt8] {
        CertificateDraft.extension(21, isCritical: false, [0x0a, 1, code])
    }

    private func extensionOfIssuer(_ text: String) -> [UInt8] {
        let name = DERElement.bytes(0xa4, CertificateDraft.name([(.commonName, text)]))
        return CertificateDraft.extension(29, isCritical: true, DERElement.sequence(name))
    }

    @Test func `a list says when it was made, when the next one is, and whom it revokes`() throws {
        let list = try list(entries: [entry([1]), entry([2], date: Self.laterDay, reason(1)), entry([3], reason(8))])
        #expect(list.thisUpdate == 788_918_400 && list.nextUpdate == 1_546_300_800)
        #expect(list.reason(forSerialNumber: [1], issuedBy: list.issuer.folded) == .unspecified)
        #expect(list.reason(forSerialNumber: [2], issuedBy: list.issuer.folded) == .keyCompromise)
        #expect(list.reason(forSerialNumber: [3], issuedBy: list.issuer.folded) == .removeFromList)
        #expect(list.reason(forSerialNumber: [0, 1], issuedBy: list.issuer.folded) == nil)
        #expect(!list.hasUnknownDemand)
    }

    @Test func `the first version has neither extensions nor a date of the next list`() throws {
        let list = try list(version: [], dates: Self.day, entries: [entry([1])], extensions: [])
        #expect(list.nextUpdate == nil)
        #expect(throws: KeychainError.self) { try self.list(version: []) }
        #expect(throws: KeychainError.self) {
            try self.list(version: [], entries: [entry([1], reason(1))], extensions: [])
        }
    }

    @Test func `an entry of an indirect list is of the issuer that was named last`() throws {
        let indirect = CertificateDraft.extension(28, isCritical: true, [0x30, 3, 0x84, 1, 0xff])
        let entries = [entry([1]), entry([2], extensionOfIssuer("Other")), entry([3])]
        let list = try list(entries: entries, extensions: [indirect])
        let other = try DistinguishedName(der: CertificateDraft.name([(.commonName, "other")])).folded
        #expect(list.reason(forSerialNumber: [1], issuedBy: list.issuer.folded) == .unspecified)
        #expect(list.reason(forSerialNumber: [1], issuedBy: other) == nil)
        #expect(list.reason(forSerialNumber: [3], issuedBy: other) == .unspecified)
        #expect(list.reason(forSerialNumber: [3], issuedBy: list.issuer.folded) == nil)
        #expect(throws: KeychainError.self) { try self.list(entries: entries) }
    }

    @Test func `what is critical and not known is noted, of the list and of an entry`() throws {
        let strange = CertificateDraft.extension(99, isCritical: true, [5, 0])
        #expect(try list(extensions: [strange]).hasUnknownDemand)
        #expect(try list(entries: [entry([1], strange)]).hasUnknownDemand)
        let harmless = CertificateDraft.extension(99, isCritical: false, [5, 0])
        #expect(try !list(entries: [entry([1], harmless)], extensions: [harmless]).hasUnknownDemand)
    }

    @Test func `what has another form is no list`() throws {
        let number = CertificateDraft.extension(20, isCritical: false, [2, 1, 1])
        #expect(throws: KeychainError.self) { try list(version: [0x02, 1, 0]) }
        #expect(throws: KeychainError.self) { try list(issuer: DERElement.sequence([])) }
        #expect(throws: KeychainError.self) { try list(dates: []) }
        #expect(throws: KeychainError.self) { try list(extensions: [number, number]) }
        let point = CertificateDraft.extension(28, isCritical: true, [5, 0])
        #expect(throws: KeychainError.self) { try list(extensions: [point]) }
        for wrong in [
            entry([]), entry(Array(repeating: 1, count: 38)), entry([1], date: [5, 0]),
            entry([1], reason(1), reason(1)), DERElement.sequence([2, 1, 1]), [0x30, 0x80, 0, 0],
            [0x30, 0x81, 3, 2, 1, 1],
            entry([1], date: DERElement.bytes(0x17, Array("2601010000Z".utf8))),
        ] {
            #expect(throws: KeychainError.self) { try list(entries: [wrong]) }
        }
    }

    @Test func `revoked is revoked, for whatever reason`() throws {
        let list = try list(entries: [entry([1], reason(7)), entry([2], reason(200))])
        for number: UInt8 in [1, 2] {
            #expect(list.reason(forSerialNumber: [number], issuedBy: list.issuer.folded) == .unspecified)
        }
    }

    @Test func `a list above 16 MiB is none`() {
        let bytes = [UInt8](repeating: 0x30, count: RevocationList.largestSize + 1)
        #expect(throws: KeychainError.self) { try RevocationList(der: bytes) }
    }

    @Test func `a long list is looked through`() throws {
        let entries = (0..<20_000).map { entry([1, UInt8($0 >> 8), UInt8($0 & 0xff)], reason(4)) }
        let list = try list(entries: entries)
        #expect(list.reason(forSerialNumber: [1, 0x4e, 0x1f], issuedBy: list.issuer.folded) == .superseded)
        #expect(list.reason(forSerialNumber: [1, 0x4e, 0x20], issuedBy: list.issuer.folded) == nil)
    }
}
