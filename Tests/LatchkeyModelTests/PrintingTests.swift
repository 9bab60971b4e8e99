// Nothing that holds a secret or the value of an attribute prints it, in any way that Swift has to print a value.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyModel
import LatchkeyPlatform
import LatchkeyTestSupport
import Testing

private let secretText = TestSecret("correct-horse").text
private let attributeText = "visible-account"
private let forbidden = [
    secretText, attributeText, "visible-host", "visible-group", "424242", "777.5",
    // Bytes of the secret and of the attribute, as an array prints them.
    "99, 111, 114", "118, 105, 115",
]

private func secret() -> ItemSecret { ItemSecret(recorded: Array(secretText.utf8)) }

private let attributes: AttributeValues = [
    .account: .string(attributeText), .generic: .data(Array(attributeText.utf8)), .creator: .number(424_242),
    .creationDate: .date(777.5), .accessGroup: .string("visible-group"),
]

private func item() -> ReturnedItem {
    ReturnedItem(
        Item(
            reference: .init(itemClass: .genericPassword, identifier: .random()), attributes: attributes,
            accessControl: .init(protection: .ak, flags: nil)),
        secret: secret())
}

private func addition(with authentication: Authentication = Authentication()) -> ItemAddition {
    var addition = ItemAddition(itemClass: .genericPassword)
    addition.authentication = authentication
    addition.attributes = attributes
    addition.secret = secret()
    return addition
}

private func change() -> ItemChange {
    var change = ItemChange()
    change.attributes = attributes
    change.secret = secret()
    return change
}

private func query() -> ItemQuery {
    var query = ItemQuery(itemClass: .internetPassword)
    query.matching = attributes
    query.hostOrSubdomain = "visible-host"
    query.accessGroup = AccessGroup(rawValue: "visible-group")
    return query
}

private func authentication() -> Authentication {
    var authentication = Authentication()
    authentication.reason = attributeText
    authentication.cancelTitle = attributeText
    authentication.applicationPassword = secret()
    return authentication
}

private func identityAddition() -> IdentityAddition { IdentityAddition(certificate: addition(), key: addition()) }

private func identityQuery() -> IdentityQuery {
    var query = IdentityQuery()
    query.certificate.matching = attributes
    query.key.matching = attributes
    query.accessGroup = AccessGroup(rawValue: "visible-group")
    return query
}

private func keyUse(_ work: KeyUse.Work) -> KeyUse {
    KeyUse(of: item().reference, "algid:sign:RSA:raw", work, authentication: authentication())
}

private func keyUses() -> [KeyUse] {
    let shared = (Array(secretText.utf8), Array(attributeText.utf8))
    return [
        keyUse(.sign(secret())), keyUse(.decrypt(secret())), keyUse(.decapsulate(secret())),
        keyUse(.agree(peer: shared.0, size: 32, sharedInfo: shared.1)),
    ]
}

private func newPair() -> NewKeyPair {
    NewKeyPair(.rsa, bits: 2048, privateHalf: addition(), publicHalf: addition())
}

/// A value to be printed, under a name for the test's own output.
private struct Subject: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let value: any Sendable

    init(_ name: String, _ value: any Sendable) {
        testDescription = name
        self.value = value
    }
}

/// Made for each use: the sanitizer does not see where requests that are kept point, which have their case in high bits
/// of the pointer.
private var subjects: [Subject] {
    [
        .init("ItemSecret", secret()),
        .init("text", AttributeValue.string(attributeText)),
        .init("data", AttributeValue.data(Array(attributeText.utf8))),
        .init("number", AttributeValue.number(424_242)),
        .init("date", AttributeValue.date(777.5)),
        .init("ReturnedItem", item()), .init("Item", item().item),
        .init("array of items", [item()]),
        .init("ItemAddition", addition()),
        .init("ItemChange", change()),
        .init("ItemQuery", query()),
        .init("add", Request.add(addition())),
        .init("copy", Request.copy(query())),
        .init("update", Request.update(query(), change())),
        .init("delete", Request.delete(query())),
        .init("create", Request.create(password: secret())),
        .init("unlock", Request.unlock(password: secret())),
        .init("changePassword", Request.changePassword(old: secret(), new: secret())),
        .init("Authentication", authentication()),
        .init("addition with a password", addition(with: authentication())),
        .init("IdentityAddition", identityAddition()),
        .init("IdentityChange", IdentityChange(certificate: change(), key: change())),
        .init("IdentityQuery", identityQuery()),
        .init("Identity", Identity(certificate: item(), key: item())),
        .init("NewKeyPair", newPair()),
        .init("addIdentity", Request.addIdentity(identityAddition())),
        .init(
            "updateIdentities",
            Request.updateIdentities(identityQuery(), IdentityChange(certificate: change(), key: change()))),
        .init("addKeyPair", Request.addKeyPair(private: addition(), public: addition())),
        .init("makeKey", Request.makeKey(newPair())),
        .init("setAccessList", Request.setAccessList(item().reference, .groupOnly, password: secret())),
        .init("answerQuestion", Request.answerQuestion(number: 7, .once(password: secret()))),
        .init("evaluate", Request.evaluate(flags: 1, authentication())),
        .init("identities", Reply.identities([Identity(certificate: item(), key: item())])),
        .init("computed", Reply.computed(secret())),
        .init("items", Reply.items([item()])),
        .init("result", Result<Reply, KeychainError>.success(.items([item()]))),
    ]
}

@Suite struct PrintingTests {
    @Test(arguments: subjects)
    fileprivate func `no way to print a value shows a secret or an attribute`(subject: Subject) {
        let text = everyPrint(of: subject.value)
        for word in forbidden { #expect(!text.contains(word)) }
    }

    @Test func `no way to print what is asked of a key shows a secret`() {
        for use in keyUses() {
            for text in [everyPrint(of: use), everyPrint(of: Request.useKey(use))] {
                for word in forbidden { #expect(!text.contains(word)) }
            }
        }
    }

    @Test func `a secret prints its length and an item its class`() {
        #expect("\(secret())" == "<secret, \(secretText.utf8.count) bytes>")
        #expect("\(item())" == "<genp item>")
        #expect("\(AttributeValue.string(attributeText))" == "<string>")
    }

    @Test func `an error prints what was being done and no more`() {
        let error = KeychainError(.decode, during: "reading a row", cause: .errno(5))
        #expect("\(error)".contains("reading a row"))
    }
}
