// An item of the Secret Service as it lies in the keychain.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyModel
import LatchkeyPlatform

extension Item {
    /// A generic password that is complete but for its digest.
    init(_ new: NewServiceItem, _ identifier: RowIdentifier, now: Double) {
        let itemClass = ItemClass.genericPassword
        let protection = itemClass.defaultProtection(in: new.group)
        self.init(
            reference: PersistentReference(itemClass: itemClass, identifier: identifier), attributes: [:],
            accessControl: AccessControl(protection: protection, flags: nil))
        for description in itemClass.attributes {
            if let value = description.defaultValue { attributes[description.attribute] = value }
        }
        attributes[.accessGroup] = .string(new.group.rawValue)
        attributes[.accessible] = .string(protection.rawValue)
        attributes[.creationDate] = .date(now)
        attributes[.modificationDate] = .date(now)
        attributes[.label] = .string(new.label)
        attributes[.contentType] = .string(new.contentType)
        // Items with equal attributes stand side by side. Nobody is told it.
        attributes[.syncViewHint] = .string(RowIdentifier.random().uuidText)
        set(new.attributes)
    }

    /// Gives it other attributes, and the account and the service by which programs find it that use the other calls.
    mutating func set(_ searched: SearchAttributes) {
        attributes[.searchAttributes] = .data(searched.encoded)
        let names = searched.visibleNames
        attributes[.service] = .string(names.service)
        attributes[.account] = .string(names.account)
    }
}

extension SearchAttributes {
    /// The pairs of names that programs use for a service and an account.
    private static let knownPairs = [
        ("service", "username"), ("service", "account"), ("service", "user"), ("server", "user"),
        ("server", "username"),
    ]

    /// Empty if no known names are there.
    fileprivate var visibleNames: (service: String, account: String) {
        for (service, account) in Self.knownPairs {
            if let service = self[service], let account = self[account] { return (service, account) }
        }
        return (self["service"] ?? self["server"] ?? self["application"] ?? "", "")
    }
}

extension RowIdentifier {
    /// 8, 4, 4, 4 and 12 hexadecimal digits.
    fileprivate var uuidText: String {
        var digits = hexadecimal[...]
        return [8, 4, 4, 4, 12].map { count in
            defer { digits = digits.dropFirst(count) }
            return String(digits.prefix(count))
        }.joined(separator: "-")
    }
}
