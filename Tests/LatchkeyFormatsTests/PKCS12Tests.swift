// PKCS#12 files of real programs, and files that lie.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import LatchkeyCertificates
@testable import LatchkeyFormats
import LatchkeyModel
import LatchkeyPlatform
import LatchkeyTestSupport
import Testing

@Suite struct PKCS12Tests {
    private let password = ItemSecret(TestSecret(exactly: "fixture-passphrase"))

    private func file(_ name: String) throws -> ItemSecret { try PKCS12Fixture.file(name) }

    @Test(arguments: ["openssl", "legacy", "rc2-128", "rc4-128", "rc4-40", "plain", "sha512", "nss"])
    func `a key and its chain come out of every program's file`(name: String) throws {
        let contents = try PKCS12Reader.contents(of: file("\(name).p12"), password: password)
        #expect(contents.keys.map(\.key) == [try PKCS12Fixture.key()])
        #expect(contents.certificates.count == 2)
        let leaf = try PKCS12Fixture.certificate()
        let index = PKCS12Index(contents)
        #expect(index.certificate(of: contents.keys[0])?.certificate == leaf)
        #expect(index.chain(from: leaf).map(\.commonName) == ["Fixture", "Fixture Root"])
        #expect(contents.keys[0].label.name == "The name")
        #expect(contents.keys[0].label.keyID == index.certificate(of: contents.keys[0])?.label.keyID)
    }

    @Test func `several keys in one file are several`() throws {
        let contents = try PKCS12Reader.contents(of: file("java-two-keys.p12"), password: password)
        #expect(contents.keys.map(\.label.name) == ["one", "two"])
        #expect(contents.keys.allSatisfy { PKCS12Index(contents).certificate(of: $0) != nil })
    }

    @Test func `of several certificates of one key its identifier chooses`() throws {
        let key = try PKCS12Fixture.key()
        let leaf = try PKCS12Fixture.certificate()
        // Another signature makes another certificate of the same key.
        let renewed = try Certificate(der: leaf.der.dropLast() + [leaf.der[leaf.der.count - 1] ^ 1])
        let other = try TrustFixture.certificate("server")
        var contents = PKCS12Contents()
        contents.append(other, .init(keyID: [2]))
        contents.append(leaf, .init(keyID: [1]))
        contents.append(renewed, .init(keyID: [2]))
        for (identifier, expected) in [([1], leaf), ([2], renewed), ([3], leaf), (nil, leaf)]
            as [([UInt8]?, Certificate)]
        {
            contents.keys = []
            contents.append(key, .init(keyID: identifier))
            #expect(PKCS12Index(contents).certificate(of: contents.keys[0])?.certificate == expected)
        }
        // The identifier of another key's certificate makes no identity.
        contents.certificates.removeLast(2)
        contents.keys = []
        contents.append(key, .init(keyID: [2]))
        #expect(PKCS12Index(contents).certificate(of: contents.keys[0]) == nil)
    }

    @Test func `issuers that name one another make no endless chain`() throws {
        let mesh = try TrustFixture.certificates("mesh")
        let one = try #require(mesh.first { $0.commonName == "Mesh 1" && $0.issuer.commonName == "Mesh 2" })
        let other = try #require(mesh.first { $0.commonName == "Mesh 2" && $0.issuer.commonName == "Mesh 1" })
        var contents = PKCS12Contents()
        for certificate in [one, other] { contents.append(certificate, .init()) }
        #expect(PKCS12Index(contents).chain(from: one) == [one, other])
        // All thirty lead to one another: the chain ends, and nothing is in it twice.
        for certificate in mesh { contents.append(certificate, .init()) }
        let chain = PKCS12Index(contents).chain(from: one)
        #expect(chain.count == 10 && Set(chain).count == 10)
    }

    @Test(arguments: ["intermediate", "version-1-intermediate"])
    func `of the authorities of one name the one that signed is the issuer`(name: String) throws {
        let issued = try TrustFixture.certificate(name)
        let root = try TrustFixture.certificate("root")
        // The name of the root, and another key.
        let other = try TrustFixture.certificate("self-issued")
        try #require(other.subject.normalizedContents == root.subject.normalizedContents)
        for authorities in [[other, root], [root, other]] {
            var contents = PKCS12Contents()
            for certificate in authorities + [issued] { contents.append(certificate, .init()) }
            #expect(PKCS12Index(contents).chain(from: issued) == [issued, root])
        }
        // However many there are, the one that is named is found.
        guard let keyID = issued.authorityKeyID else { return }
        #expect(keyID == root.subjectKeyID)
        var contents = PKCS12Contents()
        for number in 0..<UInt8(100) {
            let changed = try Certificate(der: other.der.dropLast() + [number])
            contents.append(changed, .init())
        }
        contents.append(root, .init())
        #expect(PKCS12Index(contents).chain(from: issued) == [issued, root])
    }

    @Test(arguments: ["openssl", "legacy", "rc4-40", "nss", "java-two-keys", "plain", "empty-password"])
    func `another password is refused`(name: String) throws {
        let file = try file("\(name).p12")
        for other in ["fixture-passphrasE", "", "\u{fffd}"] where !(name == "empty-password" && other.isEmpty) {
            let refused = ItemSecret(SecretBytes(unrecorded: Array(other.utf8)))
            #expect(throws: KeychainError(.authFailed, during: "")) {
                try PKCS12Reader.contents(of: file, password: refused)
            }
        }
        let noText = ItemSecret(SecretBytes(unrecorded: [0xff, 0xfe]))
        #expect(throws: KeychainError(.authFailed, during: "")) {
            try PKCS12Reader.contents(of: file, password: noText)
        }
    }

    @Test func `an empty password opens a file that has one`() throws {
        let nothing = ItemSecret(SecretBytes(unrecorded: []))
        let contents = try PKCS12Reader.contents(of: file("empty-password.p12"), password: nothing)
        #expect(contents.keys.count == 1)
    }

    @Test func `no password with no salt is refused as damage`() throws {
        let parts = try BERNode(reading: file("empty-password.p12")).children()
        let code = try parts[2].children()
        let changed = der(0x30, parts[0].text, parts[1].text, der(0x30, code[0].text, der(0x04), der(0x02, [1])))
        #expect(throws: KeychainError(.decode, during: "")) {
            try PKCS12Reader.contents(of: ItemSecret(file: changed), password: ItemSecret(file: []))
        }
    }

    @Test func `twenty keys in one file are read again, and more than a reader takes are not written`() throws {
        var contents = PKCS12Contents()
        let key = try PKCS12Fixture.key()
        for place in 0..<20 { contents.append(key, .init(name: "\(place)")) }
        let again = try PKCS12Reader.contents(of: contents.encoded(password: password), password: password)
        let names = (0..<20).map { place in "\(place)" }
        #expect(again.keys.map(\.label.name) == names)
        #expect(again.keys.allSatisfy { $0.key == key })
        for _ in 20...PKCS12Reader.largestKeyCount { contents.append(key, .init()) }
        #expect(throws: KeychainError(.parameter, during: "")) { try contents.encoded(password: password) }
        var certificates = PKCS12Contents()
        let certificate = try PKCS12Fixture.certificate()
        for _ in 0...PKCS12Reader.largestCount { certificates.append(certificate, .init()) }
        #expect(throws: KeychainError(.parameter, during: "")) { try certificates.encoded(password: password) }
    }

    @Test func `files that share a budget share its bound`() throws {
        let file = try file("openssl.p12")
        var budget = WorkBudget(rounds: 1)
        #expect(throws: KeychainError(.decode, during: "")) {
            try PKCS12Reader.contents(of: file, password: password, within: &budget)
        }
        budget = WorkBudget(rounds: 100_000)
        var count = 0
        while count < 10_000, (try? PKCS12Reader.contents(of: file, password: password, within: &budget)) != nil {
            count += 1
        }
        #expect((1..<10_000).contains(count))
    }

    @Test(arguments: [false, true]) func `an empty password is hashed as the code says`(isNothing: Bool) throws {
        let key = try PKCS12Fixture.key()
        let password = ItemSecret(file: [])
        let file = try LyingFile(of: key, isNothing: isNothing)
        let checked = ItemSecret(file: try file.text(rounds: 1))
        #expect(try PKCS12Reader.contents(of: checked, password: password).keys.map(\.key) == [key])
        // Without a code, nothing says how it is hashed.
        let unchecked = ItemSecret(file: try file.text(rounds: nil))
        if isNothing {
            #expect(throws: KeychainError(.authFailed, during: "")) {
                try PKCS12Reader.contents(of: unchecked, password: password)
            }
        } else {
            #expect(try PKCS12Reader.contents(of: unchecked, password: password).keys.map(\.key) == [key])
        }
        // More than half of the rounds that there are: the other form is not tried, and a user is asked.
        guard isNothing else { return }
        var few = WorkBudget(rounds: 30)
        let costly = ItemSecret(file: try file.text(rounds: 20))
        #expect(throws: KeychainError(.authFailed, during: "")) {
            try PKCS12Reader.contents(of: costly, password: password, within: &few)
        }
    }

    @Test func `what comes of another password without a code is another password`() throws {
        let nothing = ItemSecret(file: [])
        let key = ItemSecret(file: der(0x30, [0x02, 0x01, 0x00]))
        for list in [false, true] {
            let file = try LyingFile(plain: key, isList: list)
            #expect(throws: KeychainError(.authFailed, during: "")) {
                try PKCS12Reader.contents(of: ItemSecret(file: file.text(rounds: nil)), password: nothing)
            }
            #expect(throws: KeychainError(.decode, during: "")) {
                try PKCS12Reader.contents(of: ItemSecret(file: file.text(rounds: 1)), password: nothing)
            }
        }
    }

    @Test func `certificates alone are no keys`() throws {
        let contents = try PKCS12Reader.contents(of: file("certificates.p12"), password: password)
        #expect(contents.keys.isEmpty)
        #expect(contents.certificates.map(\.certificate) == [try PKCS12Fixture.certificate()])
    }

    @Test func `what is written is read again, with its names`() throws {
        var contents = PKCS12Contents()
        let leaf = try PKCS12Fixture.certificate()
        contents.append(leaf, .init(name: "Ä name 🔑", keyID: leaf.publicKeyHash))
        contents.append(try PKCS12Fixture.key(), .init(name: "Ä name 🔑", keyID: leaf.publicKeyHash))
        let other = ItemSecret(TestSecret("päss"))
        let file = try contents.encoded(password: other)
        let again = try PKCS12Reader.contents(of: file, password: other)
        #expect(again.keys.map(\.key) == contents.keys.map(\.key))
        #expect(again.keys.map(\.label) == contents.keys.map(\.label))
        #expect(again.certificates.map(\.label) == contents.certificates.map(\.label))
        #expect(throws: KeychainError(.authFailed, during: "")) {
            try PKCS12Reader.contents(of: file, password: password)
        }
        #expect(throws: KeychainError(.parameter, during: "")) {
            try contents.encoded(password: ItemSecret(SecretBytes(unrecorded: [])))
        }
    }

    @Test func `a file that asks for two thousand million rounds is refused at once`() throws {
        // The rounds of the file are 100: INTEGER 64 hexadecimal, at the very end. Four bytes make every length around
        // it three greater.
        var bytes = try file("certificates.p12").bytes.declassified(because: "a test changes it")
        try #require(bytes.suffix(3) == [0x02, 0x01, 0x64])
        bytes.removeLast(3)
        bytes += [0x02, 0x04, 0x7f, 0xff, 0xff, 0xff]
        try #require(bytes[0] == 0x30 && bytes[1] == 0x82)
        let outer = (Int(bytes[2]) << 8 | Int(bytes[3])) + 3
        (bytes[2], bytes[3]) = (UInt8(outer >> 8), UInt8(outer & 0xff))
        // MacData: a SEQUENCE of 64 bytes.
        let place = try #require(bytes.indices.last { bytes[$0] == 0x30 && bytes[$0 + 1] == 0x40 })
        bytes[place + 1] += 3
        let changed = ItemSecret(SecretBytes(unrecorded: bytes))
        let start = ContinuousClock.now
        #expect(throws: KeychainError(.decode, during: "")) {
            try PKCS12Reader.contents(of: changed, password: password)
        }
        // What signs code reads its identity in the same way.
        #expect(throws: PKCS12Failure.unreadable) { try PKCS12Identity(reading: bytes, password: password) }
        #expect(ContinuousClock.now - start < .seconds(30))
    }

    @Test(arguments: ["openssl.p12", "nss.p12", "legacy.p12"])
    func `a byte that is changed or missing never opens`(name: String) throws {
        let bytes = try file(name).bytes.declassified(because: "a test changes it")
        let whole = try PKCS12Reader.contents(of: file(name), password: password)
        for place in stride(from: 0, to: bytes.count, by: 41) {
            var changed = bytes
            changed[place] ^= 0x41
            for altered in [changed, Array(bytes[..<place])] {
                let file = ItemSecret(SecretBytes(unrecorded: altered))
                guard let found = try? PKCS12Reader.contents(of: file, password: password) else { continue }
                // What the code does not cover, such as the name of a parameter, may change without harm.
                #expect(found.keys.map(\.key) == whole.keys.map(\.key))
                #expect(found.certificates.map(\.certificate) == whole.certificates.map(\.certificate))
            }
        }
    }
}
