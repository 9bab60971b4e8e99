// Random calls on certificates, keys and identities give the answers of a plain model.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import LatchkeyTestSupport
import Security
import Testing

@Suite struct IdentityModelTests {
    private static let classes = [kSecClassCertificate, kSecClassKey, kSecClassIdentity]
    private static let hashes = ["one", "two"]
    private static let labels = ["x", "y", "z"]
    /// `scripts/model` makes many more, in several processes and with locks.
    private static let calls = 400

    /// A keychain, its model, and where the calls come from.
    private struct Run {
        let keychain: Keychain
        var model = IdentityModel()
        var random: SeededGenerator

        mutating func pick<Element>(_ elements: [Element]) -> Element {
            elements[Int.random(in: 0..<elements.count, using: &random)]
        }
    }

    @Test(arguments: [1, 2, 3, 4] as [UInt64])
    func `random calls agree with the model`(seed: UInt64) throws {
        var run = Run(keychain: try Keychain(), random: SeededGenerator(seed: seed))
        var successes: Set<String> = []
        for step in 0..<Self.calls {
            let call = run.pick([
                "certificate", "certificate", "certificate", "key", "key", "relabel", "rehash", "delete",
                "delete by reference",
            ])
            let (expected, status) = make(call, in: &run)
            if status == errSecSuccess { successes.insert(call) }
            guard expected == status else {
                Issue.record("call \(step), \(call): \(expected) expected, not \(status)")
                return
            }
            // What a refused call changes all the same is found after the next that is not, or at the end.
            guard status == errSecSuccess || step == Self.calls - 1 else { continue }
            guard found(in: run) == expectation(of: run.model) else {
                Issue.record("the items differ after call \(step), \(call)")
                return
            }
        }
        #expect(successes == ["certificate", "key", "relabel", "rehash", "delete", "delete by reference"])
    }

    /// The statuses of the model and of the keychain.
    private func make(_ call: String, in run: inout Run) -> (OSStatus, OSStatus) {
        switch call {
        case "certificate": return addCertificate(in: &run)
        case "key": return addKey(in: &run)
        case "relabel":
            let (itemClass, conditions) = (run.pick(Self.classes), labelled(by: &run))
            let label = run.pick(Self.labels)
            let expected = run.model.relabel(itemClass, conditions, to: label)
            let query = entries(conditions, of: itemClass)
            return (expected, run.keychain.update(query, [kSecAttrLabel: .text(label)]))
        case "rehash":
            let (conditions, hash) = (labelled(by: &run), run.pick(Self.hashes))
            let expected = run.model.rehash(conditions, to: hash)
            let query = entries(conditions, of: kSecClassKey)
            return (expected, run.keychain.update(query, [kSecAttrApplicationLabel: .bytes(hash)]))
        case "delete":
            let itemClass = run.pick(Self.classes)
            var conditions = labelled(by: &run)
            // The hash has another name in each half, and an identity is not deleted by what only one half has
            // (3.11.6).
            if itemClass != kSecClassIdentity { conditions.hash = run.pick(Self.hashes) }
            let expected = run.model.delete(itemClass, conditions)
            return (expected, run.keychain.delete(entries(conditions, of: itemClass)))
        default:
            guard !run.model.certificates.isEmpty else { return (errSecItemNotFound, errSecItemNotFound) }
            let certificate = run.pick(run.model.certificates)
            let reference = Data("idnt".utf8) + certificate.reference.dropFirst(4)
            let expected = run.model.deleteIdentity(of: certificate)
            return (expected, run.keychain.delete([kSecValuePersistentRef: .data(reference)]))
        }
    }

    private func addCertificate(in run: inout Run) -> (OSStatus, OSStatus) {
        let (serial, hash, label) = (run.pick(["a", "b", "c", "d"]), run.pick(Self.hashes), run.pick(Self.labels))
        let answer = run.keychain.adding(
            certificate([
                kSecAttrIssuer: .bytes("issuer"), kSecAttrSerialNumber: .bytes(serial),
                kSecAttrPublicKeyHash: .bytes(hash), kSecAttrLabel: .text(label), kSecReturnPersistentRef: true,
                kSecValueData: .secret("certificate " + serial),
            ]))
        guard run.model.canAdd(serial: serial) else { return (errSecDuplicateItem, answer.status) }
        guard let reference = answer.object as? Data else { return (errSecSuccess, errSecInternalError) }
        run.model.add(ModelCertificate(serial: serial, hash: hash, label: label, reference: reference))
        return (errSecSuccess, answer.status)
    }

    private func addKey(in run: inout Run) -> (OSStatus, OSStatus) {
        let new = ModelPrivateKey(
            hash: run.pick(Self.hashes), tag: run.pick(["s", "t", "u"]), label: run.pick(Self.labels),
            isPrivate: run.pick([true, true, true, false]))
        let status = run.keychain.add(
            key([
                kSecAttrApplicationLabel: .bytes(new.hash), kSecAttrApplicationTag: .text(new.tag),
                kSecAttrLabel: .text(new.label), kSecAttrIsPrivate: .boolean(new.isPrivate), kSecAttrKeyClass: "1",
                kSecValueData: .secret("key " + new.tag),
            ]))
        return (run.model.add(new), status)
    }

    private func labelled(by run: inout Run) -> IdentityConditions {
        IdentityConditions(label: run.pick([nil, "x", "y", "z"]))
    }

    private func entries(_ conditions: IdentityConditions, of itemClass: CFString) -> Entries {
        var entries: Entries = [kSecClass: .constant(itemClass)]
        entries[kSecAttrLabel] = conditions.label.map(Value.text)
        let hash = itemClass == kSecClassKey ? kSecAttrApplicationLabel : kSecAttrPublicKeyHash
        entries[hash] = conditions.hash.map(Value.bytes)
        return entries
    }

    // MARK: What is compared

    private func found(in run: Run) -> [[[Value?]]] {
        let asked: Entries = [
            kSecMatchLimit: all, kSecReturnAttributes: true, kSecReturnData: true, kSecReturnPersistentRef: true,
        ]
        let certificates = run.keychain.find(certificate(asked)).items
        let keys = run.keychain.find(key(asked)).items
        let identities = run.keychain.find(identity(asked)).items
        return [
            certificates.map { [$0["slnr"], $0["pkhh"], $0["labl"], $0["v_Data"], $0["v_PersistentRef"]] },
            keys.map { [$0["klbl"], $0["atag"], $0["labl"], $0["v_Data"], $0["priv"]] },
            identities.map { [$0["slnr"], $0["labl"], $0["klbl"], $0["atag"], $0["v_Data"], $0["v_PersistentRef"]] },
        ]
    }

    private func expectation(of model: IdentityModel) -> [[[Value?]]] {
        [
            model.certificates.map {
                [
                    .bytes($0.serial), .bytes($0.hash), .text($0.label), .secret("certificate " + $0.serial),
                    .data($0.reference),
                ]
            },
            model.keys.map {
                [
                    .bytes($0.hash), .text($0.tag), .text($0.label), .secret("key " + $0.tag),
                    .number($0.isPrivate ? 1 : 0),
                ]
            },
            model.identities.map { certificate, key in
                [
                    .bytes(certificate.serial), .text(certificate.label), .bytes(key.hash), .text(key.tag),
                    .secret("key " + key.tag), .data(Data("idnt".utf8) + certificate.reference.dropFirst(4)),
                ]
            },
        ]
    }
}
