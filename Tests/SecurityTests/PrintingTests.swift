// Nothing that can be printed or logged holds what a user stored.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import LatchkeyModel
import LatchkeyPlatform
import LatchkeyTestSupport
import Security
import Testing

@Suite struct PrintingTests {
    private static let values =
        ["hidden-secret", "hidden-password", "hidden-account", "hidden-host", "hidden-label"]
        + [TestSecret("hidden-secret").text, TestSecret("hidden-password").text]

    /// Every way that Swift has to print a value.
    private func prints(_ value: Any) -> String {
        var dumped = ""
        dump(value, to: &dumped)
        return dumped + String(describing: value) + String(reflecting: value) + "\(value)"
    }

    private func expectNothingHidden(in text: String, sourceLocation: SourceLocation = #_sourceLocation) {
        for value in Self.values {
            let forms = [value, Data(value.utf8).base64EncodedString(), Array(value.utf8).description]
            for form in forms { #expect(!text.contains(form), sourceLocation: sourceLocation) }
        }
    }

    @Test func `requests and replies print no value`() {
        var query = ItemQuery(itemClass: .internetPassword)
        query.matching = [.account: .string("hidden-account"), .label: .data(Array("hidden-label".utf8))]
        query.hostOrSubdomain = "hidden-host"
        var addition = ItemAddition(itemClass: .genericPassword)
        addition.attributes = query.matching
        addition.secret = ItemSecret("hidden-secret")
        addition.authentication.reason = "hidden-label"
        addition.authentication.applicationPassword = ItemSecret("hidden-password")
        var change = ItemChange()
        change.attributes = query.matching
        change.secret = addition.secret
        let item = ReturnedItem(
            Item(
                reference: PersistentReference(itemClass: .genericPassword, identifier: .random()),
                attributes: query.matching, accessControl: AccessControl(protection: .ak, flags: nil)),
            secret: addition.secret)
        let password = ItemSecret("hidden-password")
        let requests: [Request] = [
            .add(addition), .copy(query), .update(query, change), .delete(query), .create(password: password),
            .unlock(password: password), .changePassword(old: password, new: password),
            .addIdentity(IdentityAddition(certificate: addition, key: addition)),
            .addKeyPair(private: addition, public: addition),
            .makeKey(NewKeyPair(.p256, bits: 256, privateHalf: addition, publicHalf: nil)),
            .useKey(
                KeyUse(
                    of: item.reference, "algid:sign:RSA:raw", .sign(password), authentication: addition.authentication)),
            .setAccessList(item.reference, .groupOnly, password: password),
        ]
        for request in requests { expectNothingHidden(in: prints(request)) }
        let identity = Identity(certificate: item, key: item)
        for reply in [Reply.items([item]), .identities([identity]), .computed(password)] {
            expectNothingHidden(in: prints(reply))
        }
        #expect(prints(requests[0]).contains("<secret, \(TestSecret("hidden-secret").bytes.count) bytes>"))
    }

    @Test func `the search for hidden values finds one that is printed`() {
        let isFound = prints(["key": "hidden-account"]).contains("hidden-account")
        #expect(isFound)
    }

    @Test func `errors of refused calls hold no value`() throws {
        let home = try TemporaryHome()
        try home.client.create(password: "hidden-password")
        try home.client.add("hidden-account", secret: "hidden-secret")
        func printed(_ body: () throws -> Void) -> String {
            do {
                try body()
                Issue.record("no error")
                return ""
            } catch {
                return prints(error) + error.localizedDescription
            }
        }
        let errors = [
            printed { try home.client.add("hidden-account", secret: "hidden-secret") },
            printed { try home.client.unlock("hidden-password-2") },
            printed { _ = try home.client.items([.label: .string("hidden-label")]) },
            printed {
                try home.client.update([.account: .string("hidden-host")]) {
                    $0.attributes[.label] = .string("hidden-label")
                }
            },
            printed { try home.client.delete([.account: .string("hidden-host")]) },
            printed { _ = try AttributeValue.string("hidden-label").converted(to: .date) },
            printed { _ = try PersistentReference(decoding: Array("hidden-account".utf8)) },
        ]
        for text in errors { expectNothingHidden(in: text) }
    }

    @Test func `every status has a sentence of its own words`() throws {
        let used: [OSStatus] = [
            errSecSuccess, errSecUnimplemented, errSecParam, errSecNotAvailable, errSecAuthFailed, errSecDuplicateItem,
            errSecItemNotFound, errSecNoSuchAttr, errSecNoSuchClass, errSecInteractionNotAllowed,
            errSecMissingEntitlement,
        ]
        let sentences = try used.map { status in
            let sentence = SecCopyErrorMessageString(status, nil)
            return try #require(sentence) as String
        }
        #expect(Set(sentences).count == used.count)
        for sentence in sentences {
            #expect(!sentence.hasPrefix("OSStatus"))
            expectNothingHidden(in: sentence)
        }
        #expect(SecCopyErrorMessageString(4711, nil) as String? == "OSStatus 4711")
    }

    @Test func `an access control prints no more than its type`() throws {
        let made = SecAccessControlCreateWithFlags(nil, kSecAttrAccessibleWhenUnlocked, .userPresence, nil)
        let control = try #require(made)
        #expect(!prints(control).contains("ak\""))
    }
}
