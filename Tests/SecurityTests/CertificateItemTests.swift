// Certificates as items, by their objects and by their bytes (reference 3.3.11, 3.4.8, 3.6.3, 5.8.2).
// SPDX-License-Identifier: Apache-2.0

import Foundation
import LatchkeyTestSupport
import Security
import Testing

@Suite struct CertificateItemTests {
    let keychain: Keychain
    private let vector: CertificateVector
    private let object: SecCertificate

    init() throws {
        keychain = try Keychain()
        vector = try CertificateVector.named("issuer of its own")
        object = try vector.object()
    }

    private var item: Entries { [kSecValueRef: .certificate(object)] }

    private func checkStored(label: Value? = "Odd") throws {
        let attributes = keychain.attributes(certificate())
        #expect(attributes["ctyp"] == 3)
        #expect(attributes["cenc"] == 3)
        #expect(attributes["issr"] == .data(Data(try #require(vector.issuer).bytes)))
        #expect(attributes["slnr"] == .data(Data([1])))
        #expect(attributes["pkhh"] == .data(Data(try #require(vector.pkhh).bytes)))
        #expect(attributes["subj"] != nil)
        #expect(attributes["skid"] == nil)
        #expect(attributes["labl"] == label)
        #expect(attributes["pdmn"] == "dk")
        #expect(keychain.find(certificate([kSecReturnData: true])).value == .data(Data(vector.der.bytes)))
    }

    @Test func `a certificate is added with what it says`() throws {
        #expect(keychain.add(item) == errSecSuccess)
        try checkStored()
        #expect(keychain.add(item) == errSecDuplicateItem)
    }

    @Test func `its bytes are added with what they say`() throws {
        let data: Value = .data(Data(vector.der.bytes))
        #expect(keychain.add(certificate([kSecValueData: data])) == errSecSuccess)
        try checkStored()
        #expect(keychain.add(item) == errSecDuplicateItem)
    }

    @Test func `bytes that are no certificate are kept as they are`() {
        #expect(keychain.add(certificate([kSecValueData: .secret("no certificate")])) == errSecSuccess)
        #expect(keychain.attributes(certificate())["issr"] == .data(Data()))
        #expect(keychain.find(certificate([kSecReturnRef: true])).status == errSecSuccess)
        #expect(keychain.find(certificate([kSecReturnRef: true])).object == nil)
        let found = keychain.find(certificate([kSecReturnRef: true, kSecReturnAttributes: true])).attributes
        #expect(found["class"] == "cert" && found["v_Ref"] == nil)
    }

    @Test func `what the caller gives wins, and the class is the object's`() throws {
        let given: Entries = [kSecAttrLabel: "mine", kSecAttrAccessible: "dk", kSecClass: .constant(kSecClassKey)]
        #expect(keychain.add(item.with(given)) == errSecSuccess)
        try checkStored(label: "mine")
    }

    @Test(arguments: [[:], [kSecAttrSynchronizable: true]] as [Entries])
    func `the object comes back, alone and among the rest`(more: Entries) {
        let added = keychain.adding(item.with(more).with([kSecReturnRef: true]))
        #expect(added.status == errSecSuccess)
        #expect(added.object === object)

        let query = certificate(more).with([kSecReturnRef: true])
        #expect(keychain.find(query).object === object)
        #expect(keychain.find(query.with([kSecMatchLimit: all])).elements == [.certificate(object)])
        let found = keychain.find(query.with([kSecReturnPersistentRef: true])).attributes
        #expect(found["class"] == "cert")
        #expect(found["v_Ref"] == .certificate(object))
        #expect(found["v_PersistentRef"] == keychain.reference(certificate(more)))
        #expect(found["v_Data"] == nil)
        #expect(found["labl"] == "Odd")
    }

    @Test func `an add gives the object beside other things`() {
        let added = keychain.adding(item.with([kSecReturnRef: true, kSecReturnData: true])).attributes
        #expect(added["class"] == "cert")
        #expect(added["v_Ref"] == .certificate(object))
        #expect(added["v_Data"] == .data(Data(vector.der.bytes)))
    }

    @Test func `an attribute that certificates do not have is refused`() {
        #expect(keychain.add(item.with([kSecAttrApplicationTag: "tag"])) == errSecNoSuchAttr)
        #expect(keychain.status(of: item.with([kSecAttrService: "service"])) == errSecNoSuchAttr)
    }

    @Test func `a password is neither a certificate nor a key as an object`() {
        #expect(keychain.add(generic([kSecValueData: .secret("secret")])) == errSecSuccess)
        let answer = keychain.find(generic([kSecReturnRef: true]))
        #expect(answer.status == errSecSuccess && answer.object is SecKeychainItem)
    }
}
