// Which items a request is about (reference 3.2).
// SPDX-License-Identifier: Apache-2.0

import Foundation

extension ModelRequest {
    func matches(_ item: ModelItem) -> Bool {
        guard item.itemClass == itemClass, group == nil || group == item.group else { return false }
        guard reference == nil || reference == item.reference else { return false }
        if let itemList, item.reference.map(itemList.contains) != true { return false }
        switch synchronizable {
        case .local: if item.isSynchronizable { return false }
        case .synchronizable: if !item.isSynchronizable { return false }
        case .either: break
        }
        guard item.isTombstone == (tombstone == .number(1)) else { return false }
        let wanted = control?.protection ?? protection
        guard wanted == nil || wanted == item.protection else { return false }
        return attributes.allSatisfy { name, value in
            // The one user of the keychain.
            if name == "musr" { return value == .data(Data()) }
            // Columns of the primary key are never null (reference 2.0).
            guard let own = item.attributes[name] ?? (name == "vwht" ? .text("") : nil) else { return false }
            // A keyed digest of the folded text narrows; what is left is compared when it is open.
            if ignoresCase, hasCase(name, value) {
                return ModelSchema.folded(own, as: name) == ModelSchema.folded(value, as: name)
            }
            return ModelSchema.bytes(of: own, as: name) == ModelSchema.bytes(of: value, as: name)
        }
    }

    /// Codes have no letter case.
    private func hasCase(_ name: String, _ value: Value) -> Bool {
        ModelSchema.kind(of: name, in: itemClass) == .blob && value.words?.isEmpty == false
    }

    /// What can be said of an item that is open only.
    /// - Parameter summary: what the subject of the certificate says, where the item has one.
    func matchesOpened(_ item: ModelItem, summary: String?) -> Bool {
        guard matchesSubject(summary) else { return false }
        guard ignoresCase else { return matchesHost(of: item) }
        // Only text has letter case: data is the same or not.
        let isRight = attributes.allSatisfy { name, value in
            guard hasCase(name, value), let own = item.attributes[name], own.words == nil else { return true }
            return ModelSchema.bytes(of: own, as: name) == ModelSchema.bytes(of: value, as: name)
        }
        return isRight && matchesHost(of: item)
    }

    private func matchesHost(of item: ModelItem) -> Bool {
        guard let host else { return true }
        guard let server = item.attributes["srvr"]?.words else { return false }
        return server == host || server.hasSuffix("." + host)
    }

    private func matchesSubject(_ summary: String?) -> Bool {
        subjects.allSatisfy { key, text in
            guard let summary else { return false }
            let (whole, part) = ignoresCase ? (summary.lowercased(), text.lowercased()) : (summary, text)
            return switch key {
            case "m_SubjectStartsWith": whole.hasPrefix(part)
            case "m_SubjectEndsWith": whole.hasSuffix(part)
            case "m_SubjectWholeString": whole == part
            // Foundation finds no empty text in any.
            default: part.isEmpty || whole.contains(part)
            }
        }
    }
}
