// Compares an answer with what the model expects, and takes over from it what nobody can foretell.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Security

extension ItemModel {
    /// What is wrong with an answer, in names and kinds, or nil.
    mutating func problem(with answer: Answer, of call: Call, expecting expectation: Expectation) -> String? {
        guard answer.status == expectation.status else {
            return "status \(expectation.status) expected, got \(answer.status)"
        }
        guard answer.status == errSecSuccess else {
            return answer.isUntouched ? nil : "a failing call changed the out-pointer"
        }
        switch (expectation.result, answer.result) {
        case (nil, nil): return nil
        case (nil, let result?): return "no result expected, got \(result.kind)"
        case (_, nil): return "a result expected, got none"
        case (.one(let element), let result?): return problem(with: result, as: element)
        case (.many(let elements), let result?):
            guard let results = result.elements else { return "an array expected, got \(result.kind)" }
            guard results.count == elements.count else {
                return "\(elements.count) elements expected, got \(results.count)"
            }
            for (index, (result, element)) in zip(results, elements).enumerated() {
                if let problem = problem(with: result, as: element) { return "element \(index): \(problem)" }
            }
            return nil
        }
    }

    private mutating func problem(with result: Value, as element: Element) -> String? {
        guard var item = item(element.number) else { return "the model has lost an item" }
        defer { replace(item) }
        let key = element.key.flatMap(self.item)
        switch element.returning {
        case ["D"]:
            let expected = (key ?? item).secret ?? Data()
            return result == .data(expected) ? nil : "another secret, or none: \(result.kind)"
        case ["P"]: return problem(withReference: result, of: &item, isOfIdentity: key != nil)
        case ["R"]: return result == object(of: element) ? nil : "another object, or none: \(result.kind)"
        default:
            guard let entries = result.entries else { return "a dictionary expected, got \(result.kind)" }
            return problem(with: entries, of: &item, as: element)
        }
    }

    private func object(of element: Element) -> Value? {
        guard let item = item(element.number) else { return nil }
        guard let key = element.key else { return object(of: item) }
        return self.item(key).flatMap { object(of: item, $0) }
    }

    /// - Parameter isOfIdentity: true if the item is the certificate of one.
    private func problem(
        withReference value: Value?, of item: inout ModelItem, isOfIdentity: Bool
    ) -> String? {
        let form = isOfIdentity ? "idnt" : item.itemClass
        guard var seen = value?.bytes, seen.count == 20, seen.prefix(4) == Data(form.utf8) else {
            return "a persistent reference of 20 bytes expected, got \(value?.kind ?? "none")"
        }
        seen = Data(item.itemClass.utf8) + seen.dropFirst(4)
        if let known = item.reference { return known == seen ? nil : "another persistent reference than before" }
        guard !items.contains(where: { $0.reference == seen }) else { return "a persistent reference of another item" }
        item.reference = seen
        return nil
    }

    private func problem(with entries: Value.Entries, of item: inout ModelItem, as element: Element) -> String? {
        var expected: Value.Entries = [:]
        // Whoever asks an add for data and reference gets just these (reference 3.7).
        let hasAttributes = !element.isOfAdd || element.returning != ["D", "P"]
        if hasAttributes {
            // The key's, overlaid by the certificate's (reference 3.7.9).
            let ofKey = element.key.flatMap(self.item)?.attributes ?? [:]
            expected = ofKey.merging(item.attributes) { $1 }
            expected["pdmn"] = .text(item.protection)
            if !element.isOfAdd {
                expected["tomb"] = .number(item.isTombstone ? 1 : 0)
                expected["musr"] = .data(Data())
            }
            if !element.isOfAdd || element.hasOwnControl {
                expected["accc"] = item.flags.map { .control(protection: item.protection, flags: $0) } ?? .plainControl
            }
        }
        if element.returning.contains("R") {
            expected["class"] = .text(element.key == nil ? item.itemClass : "idnt")
            expected["v_Ref"] = object(of: element)
        }
        let secret = (element.key.flatMap(self.item) ?? item).secret
        if element.returning.contains("D") { expected["v_Data"] = secret.map(Value.data) }
        if element.key != nil { expected["certdata"] = item.secret.map(Value.data) }
        var rest = entries
        if hasAttributes {
            guard let created = rest.removeValue(forKey: "cdat")?.seconds, item.created.agrees(with: created) else {
                return "cdat is another date"
            }
            guard let modified = rest.removeValue(forKey: "mdat")?.seconds, item.modified.agrees(with: modified) else {
                return "mdat is another date"
            }
            if let problem = problem(withDigest: rest.removeValue(forKey: "sha1"), of: &item) { return problem }
        }
        if element.returning.contains("P"),
            let problem = problem(
                withReference: rest.removeValue(forKey: "v_PersistentRef"), of: &item, isOfIdentity: element.key != nil)
        {
            return problem
        }
        guard rest != expected else { return nil }
        let names = Set(rest.keys).union(expected.keys).filter { rest[$0] != expected[$0] }.sorted()
        return names.map { "\($0): \(expected[$0]?.kind ?? "none") expected, got \(rest[$0]?.kind ?? "none")" }
            .joined(separator: "; ")
    }

    private func problem(withDigest value: Value?, of item: inout ModelItem) -> String? {
        // What describes a tombstone is gone.
        guard !item.isTombstone else { return nil }
        guard let seen = value?.bytes, seen.count == 20 else { return "sha1 is not 20 bytes of data" }
        if let known = item.digest { return known == seen ? nil : "sha1 has changed, but not the item" }
        guard seen != item.formerDigest else { return "sha1 has not changed with the item" }
        item.digest = seen
        return nil
    }
}
