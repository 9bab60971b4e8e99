// Which secrets a call opens, and what of them it answers.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyModel
import LatchkeyPlatform
import LatchkeyPolicy
import LatchkeyTestSupport
import Testing

@Suite struct SecretDecisionTests {
    private static let own = AccessGroup(rawValue: "TEAM123456.own")
    private static let foreign = AccessGroup(rawValue: "TEAM123456.foreign")
    private static let tools = AccessGroup(rawValue: "ADHOCTOOLS.security.x")

    private let password = PersistentReference(itemClass: .genericPassword, identifier: .random())
    private let key = PersistentReference(itemClass: .key, identifier: .random())
    private let plain = AccessControl(protection: .ak, flags: nil)
    private let presence = AccessControl(protection: .ak, flags: 1)
    private let keyUsage = AccessControl(protection: .ak, flags: 1 << 30 | 1)

    private let tool = Caller(
        accessGroups: [tools, .all], applicationIdentifier: tools.rawValue, toolGroups: [tools])
    private let program = Caller(
        accessGroups: [own], applicationIdentifier: own.rawValue, toolGroups: [tools])

    /// What a decision says, in a word.
    private func word(
        _ policy: KeychainPolicy, _ reference: PersistentReference, in group: AccessGroup? = own,
        under control: AccessControl? = nil, evidence: ProofEvidence = ProofEvidence(),
        list: AccessList = .groupOnly, isPublicKey: Bool = false
    ) throws -> String {
        let decision = try policy.decide(
            reference, in: group, under: control ?? plain, proving: { evidence }, list: { list },
            isPublicKey: { isPublicKey })
        switch consume decision {
        case .mayRead(let right):
            #expect(right.reference == reference)
            return right.usesProof ? "proved" : "read"
        case .needsPermission: return "permission"
        case .needsProof: return "proof"
        case .isNotTheCallers: return "not the caller's"
        }
    }

    @Test func `an item of another group, or of none, is not the caller's`() throws {
        let policy = KeychainPolicy(.groups(.only([Self.own])), for: .answer)
        #expect(try word(policy, password) == "read")
        #expect(try word(policy, password, in: Self.foreign) == "not the caller's")
        #expect(try word(policy, password, in: nil) == "not the caller's")
    }

    @Test func `a list gives what it names the program for, and no item of the token's group`() throws {
        let reading = try #require(try program.decideReading(naming: nil).shared)
        let naming = AccessList([.application(TrustedApplication(identifier: Self.own.rawValue, path: "/own"))])
        let policy = KeychainPolicy(.list(naming, reading), for: .answer)
        #expect(try word(policy, password, in: Self.foreign) == "read")
        #expect(try word(policy, password, in: .token) == "not the caller's")
        let silent = KeychainPolicy(.list(.groupOnly, reading), for: .answer)
        #expect(try word(silent, password, in: Self.foreign) == "not the caller's")
    }

    @Test func `the user's permission is for the items that were asked about alone`() throws {
        let policy = KeychainPolicy(.permission, for: .answer, permitting: [password])
        #expect(try word(policy, password, in: Self.foreign) == "read")
        #expect(try word(policy, key, in: Self.foreign) == "not the caller's")
    }

    @Test func `a tool needs permission for another program's secret, but for a public key`() throws {
        let permission = try #require(tool.userPermission)
        let policy = KeychainPolicy(.groups(.all), for: .answer, asking: permission)
        #expect(try word(policy, password, in: Self.foreign) == "permission")
        #expect(try word(policy, password, in: nil) == "permission")
        #expect(try word(policy, password, in: Self.tools) == "read")
        #expect(try word(policy, key, in: Self.foreign) == "permission")
        #expect(try word(policy, key, in: Self.foreign, isPublicKey: true) == "read")
        #expect(try word(policy, password, in: Self.foreign, isPublicKey: true) == "permission")
        let naming = AccessList([.anyApplication])
        #expect(try word(policy, password, in: Self.foreign, list: naming) == "read")
        let permitted = KeychainPolicy(.groups(.all), for: .answer, asking: permission, permitting: [password])
        #expect(try word(permitted, password, in: Self.foreign) == "read")
        #expect(try word(permitted, key, in: Self.foreign) == "permission")
    }

    @Test func `a permission takes the place of no proof`() throws {
        let policy = KeychainPolicy(.permission, for: .answer, permitting: [password])
        #expect(try word(policy, password, in: Self.foreign, under: presence) == "proof")
        let evidence = ProofEvidence(hasPassword: true)
        #expect(try word(policy, password, in: Self.foreign, under: presence, evidence: evidence) == "proved")
    }

    @Test func `a key for use alone asks for its proof when it works`() throws {
        let answer = KeychainPolicy(.groups(.all), for: .answer)
        let use = KeychainPolicy(.groups(.all), for: .use)
        #expect(try word(answer, key, under: keyUsage) == "read")
        #expect(try word(use, key, under: keyUsage) == "proof")
        #expect(try word(use, key, under: keyUsage, evidence: ProofEvidence(hasPassword: true)) == "proved")
    }

    @Test func `what was opened for another purpose is not answered`() throws {
        let item = Item(reference: password, attributes: [:], accessControl: plain)
        let kept = try OpenedItem(
            item, secret: ItemSecret("secret"), fields: [:], by: KeychainPolicy.mayKeep(password))
        #expect(
            failure { _ = try KeychainPolicy.answer(.opened(kept), returning: .data, to: nil) } == .internalError)
    }

    @Test func `the right to one item opens no other`() throws {
        let item = Item(reference: key, attributes: [:], accessControl: plain)
        #expect(
            failure {
                _ = try OpenedItem(item, secret: nil, fields: [:], by: KeychainPolicy.mayKeep(password))
            } == .internalError)
    }

    @Test func `an answer has the secret only if it was asked for`() throws {
        let decision = try KeychainPolicy(.groups(.all), for: .answer).decide(
            password, in: Self.own, under: plain, proving: { ProofEvidence() }, list: { .groupOnly },
            isPublicKey: { false })
        guard case .mayRead(let right) = consume decision else {
            Issue.record("the caller's own item is not read")
            return
        }
        let item = Item(reference: password, attributes: [.label: .string("label")], accessControl: plain)
        let opened = FoundItem.opened(
            try OpenedItem(item, secret: ItemSecret("secret"), fields: [.extraNotes: .data([1])], by: right))
        #expect(try KeychainPolicy.answer(opened, returning: .attributes, to: nil).secret == nil)
        let answer = try KeychainPolicy.answer(opened, returning: [.data, .attributes], to: nil)
        #expect(answer.secret == ItemSecret("secret"))
        #expect(answer.attributes == [.label: .string("label"), .extraNotes: .data([1])])
    }

    @Test func `a tool is told the digest of its own items alone`() throws {
        for (group, isTold) in [(Self.tools, true), (Self.foreign, false)] {
            let item = Item(
                reference: password, attributes: [.accessGroup: .string(group.rawValue), .sha1: .data([1])],
                accessControl: plain)
            let answer = try KeychainPolicy.answer(.listed(item), to: tool.userPermission)
            #expect((answer.attributes[.sha1] != nil) == isTold)
            #expect(try KeychainPolicy.answer(.listed(item), to: program.userPermission).attributes[.sha1] != nil)
        }
    }
}
