// What is preferred for services, as generic passwords of a keychain.
// SPDX-License-Identifier: Apache-2.0

package import LatchkeyClient
package import LatchkeyModel
package import LatchkeyPlatform

/// Keeps preferences as macOS does: the service is in `svce`, what is preferred in `gena` as a persistent reference,
/// its kind in `type`, the uses in `scrp`; `acct` has a name that makes the item the only one of its kind.
package struct ServicePreferences: Sendable {
    private let client: KeychainClient
    private let kind: PreferenceKind
    /// Nil for the default keychain.
    private let keychain: KeychainAddress?
    /// Nil for all groups of the caller.
    private let accessGroup: AccessGroup?

    package init(
        _ kind: PreferenceKind, of client: KeychainClient, inKeychainAt path: String? = nil,
        of accessGroup: AccessGroup? = nil
    ) {
        self.client = client
        self.kind = kind
        keychain = path.map(KeychainAddress.file)
        self.accessGroup = accessGroup
    }

    /// Prefers something for a service, in place of what was preferred for the same name and uses.
    /// - Parameter reference: the persistent reference, in the same keychain.
    /// - Parameter name: of what is preferred, for a user.
    /// - Parameter accessList: which other programs find the preference, or nil for those that found it before.
    package func prefer(
        _ reference: [UInt8], named name: String, for service: ServiceName, usage: PreferredUsage,
        accessList: AccessList? = nil
    ) throws(KeychainError) {
        let attributes: AttributeValues = [
            .account: .string(account(of: name, usage)), .label: .string(service.text), .generic: .data(reference),
        ]
        var attempts = 4
        while true {
            attempts -= 1
            do {
                return try replace(service, usage, by: attributes, accessList)
            } catch  where error.code == .duplicateItem && attempts > 0 {
                // Another thread or process was quicker: the last word counts.
                continue
            }
        }
    }

    private func replace(
        _ service: ServiceName, _ usage: PreferredUsage, by attributes: AttributeValues, _ accessList: AccessList?
    ) throws(KeychainError) {
        do {
            return try update(service, usage, to: attributes, accessList)
        } catch  where error.code == .duplicateItem {
            // There are several for the same uses, which cannot all become this one.
            try forget(service, usage: usage, exactly: true)
        } catch  where error.code == .itemNotFound {
            // It is the first.
        }
        try add(service, usage, with: attributes, accessList)
    }

    private func update(
        _ service: ServiceName, _ usage: PreferredUsage, to attributes: AttributeValues, _ accessList: AccessList?
    ) throws(KeychainError) {
        var change = ItemChange()
        change.attributes = attributes
        change.accessList = accessList
        var query = query(service.text, usage)
        query.limit = .all
        try client.update(query, with: change, in: keychain)
    }

    private func add(
        _ service: ServiceName, _ usage: PreferredUsage, with attributes: AttributeValues, _ accessList: AccessList?
    ) throws(KeychainError) {
        var addition = ItemAddition(itemClass: .genericPassword)
        addition.attributes = attributes.merging(self.attributes(service.text, usage)) { own, _ in own }
        addition.secret = ItemSecret(copying: [])
        // A server that runs while the screen is locked finds its identity.
        addition.accessControl = AccessControl(protection: .ck, flags: nil)
        addition.accessList = accessList
        try client.add(addition, in: keychain)
    }

    /// Forgets what is preferred for the very name. None is no failure.
    /// - Parameter exactly: whether a preference for any use is one alone; else no uses stand for all preferences.
    package func forget(
        _ service: ServiceName, usage: PreferredUsage, exactly: Bool = false
    ) throws(KeychainError) {
        let query = query(service.text, usage == .any && !exactly ? nil : usage)
        do {
            try client.delete(query, in: keychain)
        } catch  where error.code == .itemNotFound {
            return
        }
    }

    /// The persistent references that are preferred under a name, as it stands. The caller's own come before those that
    /// are shared with it; of either, those for exactly these uses first, then those for any use. Who asks for any use
    /// gets those for some use at last.
    package func references(under name: String, usage: PreferredUsage) throws(KeychainError) -> [[UInt8]] {
        var query = query(name, nil)
        query.synchronizable = .any
        query.returning = .attributes
        query.authentication.ui = .skip
        let items = try client.found(query, in: keychain)
        let own = items.count > 1 ? try ownGroups() : nil
        var ranked: [[[UInt8]]] = [[], [], [], []]
        for item in items {
            guard case .data(let reference)? = item.attributes[.generic],
                case .number(let number) = item.attributes[.scriptCode] ?? .number(0)
            else { continue }
            let isExact = number == Int64(usage.rawValue)
            guard isExact || number == 0 || usage == .any else { continue }
            let isOwn = own.map { $0.contains { item.attributes[.accessGroup] == .string($0.rawValue) } } ?? true
            ranked[(isOwn ? 0 : 2) + (isExact ? 0 : 1)].append(reference)
        }
        return Array(ranked.joined())
    }

    /// Nil if all that is found is the caller's own.
    private func ownGroups() throws(KeychainError) -> [AccessGroup]? {
        guard accessGroup == nil else { return nil }
        let groups = try client.identity().accessGroups
        return groups.contains(.all) ? nil : groups
    }

    private func query(_ name: String, _ usage: PreferredUsage?) -> ItemQuery {
        var query = ItemQuery(itemClass: .genericPassword)
        query.matching = attributes(name, usage)
        query.accessGroup = accessGroup
        query.limit = .all
        return query
    }

    private func attributes(_ name: String, _ usage: PreferredUsage?) -> AttributeValues {
        var attributes: AttributeValues = [
            .service: .string(name),
            .type: .number(kind.number),
        ]
        if let usage { attributes[.scriptCode] = .number(Int64(usage.rawValue)) }
        return attributes
    }

    /// Of the same service an identity and a certificate can be preferred, and others for other uses: macOS puts a
    /// blank and the uses behind the name, to tell them apart.
    private func account(of name: String, _ usage: PreferredUsage) -> String {
        let uses = usage == .any ? "" : " [key usage 0x\(String(usage.rawValue, radix: 16, uppercase: true))]"
        return name + uses + (kind == .identity ? " " : "")
    }
}
