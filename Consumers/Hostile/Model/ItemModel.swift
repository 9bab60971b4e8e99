// What a keychain answers, in memory, written from the reference and without any code of the keychain.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Security

/// All items of one keychain, or of a part of it that nobody else touches.
struct ItemModel {
    static let protections = ["ak", "ck", "dk", "aku", "cku", "dku", "akpu"]

    var items: [ModelItem] = []
    /// The certificates and keys that are no random bytes.
    let pairs: [ModelPair]
    private var next = 0
    private(set) var hasPassword = false
    var isLocked = false

    init(pairs: [ModelPair]) { self.pairs = pairs }

    /// What a call must answer.
    struct Expectation {
        var status: OSStatus = errSecSuccess
        /// Nil if the out-pointer gets nothing.
        var result: Result?

        enum Result {
            case one(Element)
            case many([Element])
        }
    }

    /// An item in a result.
    struct Element {
        /// The item, or the certificate of an identity.
        let number: Int
        /// The key of an identity.
        var key: Int?
        let returning: Set<Character>
        var isOfAdd = false
        var hasOwnControl = false
    }

    /// - Parameter groups: of the program that calls, the default first (reference 3.12).
    /// - Parameter now: when the call was made.
    mutating func answer(_ call: Call, groups: [String], now: ClosedRange<Double>) -> Expectation {
        let before = self
        do {
            switch call.kind {
            case .add: return try add(ModelRequest(call.query, of: .add), groups, now)
            case .copy:
                let request = try ModelRequest(call.query, of: .copy)
                return try request.isJoined ? copyIdentities(request, groups) : copy(request, groups)
            case .update:
                let query = try ModelRequest(call.query, of: .update)
                let change = try ModelRequest(changing: query.itemClass, by: call.change)
                try update(query, change, groups, now)
            case .delete:
                let request = try ModelRequest(call.query, of: .delete)
                if request.isJoined {
                    try deleteIdentity(request, groups, now)
                } else {
                    try delete(request, groups, now)
                }
            }
            return Expectation()
        } catch let refusal as Refusal {
            self = before
            return Expectation(status: refusal.status)
        } catch {
            preconditionFailure("the model throws nothing else")
        }
    }

    /// Without a password there is nothing to lock, and no class that needs one: its items are gone (reference 3.13).
    mutating func setPassword(_ isThere: Bool) {
        hasPassword = isThere
        isLocked = false
        if !isThere { items.removeAll { $0.protection == "akpu" } }
    }

    func item(_ number: Int) -> ModelItem? { items.first { $0.number == number } }

    mutating func replace(_ item: ModelItem) {
        items = items.map { $0.number == item.number ? item : $0 }
    }

    private func isLocked(_ protection: String) -> Bool {
        hasPassword && isLocked && ["ak", "aku", "akpu"].contains(protection)
    }

    private func requireStorable(_ protection: String) throws {
        if protection == "akpu", !hasPassword { throw Refusal(errSecAuthFailed) }
    }

    func requireUnlocked(_ protection: String) throws {
        if isLocked(protection) { throw Refusal(errSecInteractionNotAllowed) }
    }

    private func requireWritable(_ group: String, _ groups: [String]) throws {
        guard group != "com.apple.token", groups.contains(group) else { throw Refusal(errSecMissingEntitlement) }
    }

    // MARK: Add (reference 3.3)

    private mutating func add(
        _ request: ModelRequest, _ groups: [String], _ now: ClosedRange<Double>
    ) throws -> Expectation {
        guard let group = request.group ?? groups.first(where: { $0 != "com.apple.token" }) else {
            throw Refusal(errSecMissingEntitlement)
        }
        try requireWritable(group, groups)
        let protection =
            request.control?.protection ?? request.protection
            ?? ModelSchema.defaultProtection(of: request.itemClass)
        try requireStorable(protection)
        try requireUnlocked(protection)
        var attributes = request.attributes.filter { !["cdat", "mdat", "musr"].contains($0.key) }
        if let pair = pairs.first(where: { request.itemClass == "cert" && $0.certificate == request.secret }) {
            attributes.merge(pair.attributes) { own, _ in own }
        }
        attributes.merge(ModelSchema.defaults(of: request.itemClass)) { own, _ in own }
        attributes["agrp"] = .text(group)
        attributes["sync"] = request.flag ?? .number(0)
        var item = ModelItem(
            number: next, itemClass: request.itemClass, attributes: attributes, protection: protection,
            flags: request.control?.flags, secret: request.secret, created: Moment(now), modified: Moment(now))
        if let holder = items.first(where: { $0.itemClass == item.itemClass && $0.key == item.key }) {
            guard holder.isTombstone else { throw Refusal(errSecDuplicateItem) }
            item = ModelItem(
                number: holder.number, itemClass: item.itemClass, attributes: attributes, protection: protection,
                flags: item.flags, secret: item.secret, created: item.created,
                modified: Moment(now, after: holder.modified), reference: holder.reference)
            replace(item)
        } else {
            items.append(item)
            next += 1
        }
        // Bytes that are no certificate and no key have no object (reference 3.7).
        guard !request.returning.isEmpty, request.returning != ["R"] || object(of: item) != nil else {
            return Expectation()
        }
        return Expectation(
            result: .one(
                Element(
                    number: item.number, returning: request.returning, isOfAdd: true,
                    hasOwnControl: request.control != nil)))
    }

    // MARK: Copy (reference 3.2, 3.4)

    private func copy(_ request: ModelRequest, _ groups: [String]) throws -> Expectation {
        let wanted = if case .atMost(let count) = request.limit { count } else { 1 }
        var found: [ModelItem] = []
        var lacks = ProofLacks()
        for item in try search(request, groups) where found.count + lacks.count < wanted {
            // An object is made of the secret.
            let hasObject = item.itemClass == "cert" || item.itemClass == "keys"
            let isRevealed = request.returning.contains("D") || hasObject && request.returning.contains("R")
            try lacks.collect {
                if try isShown(item, for: request, revealed: isRevealed) { found.append(item) }
            }
        }
        try lacks.end()
        guard !found.isEmpty else { throw Refusal(errSecItemNotFound) }
        let elements = found.compactMap { item -> Element? in
            switch request.returning {
            case []: nil
            case ["R"] where object(of: item) == nil: nil
            case ["D"] where item.secret == nil: nil
            default: Element(number: item.number, returning: request.returning)
            }
        }
        return expectation(of: elements, request)
    }

    func expectation(of elements: [Element], _ request: ModelRequest) -> Expectation {
        guard request.limit == .one else { return Expectation(result: .many(elements)) }
        return Expectation(result: elements.first.map { .one($0) })
    }

    /// - Parameter isRevealed: true if the secret goes back to the caller.
    /// - Returns: false for an item that is passed over.
    func isShown(_ item: ModelItem, for request: ModelRequest, revealed isRevealed: Bool) throws -> Bool {
        try requireUnlocked(item.protection)
        let summary = pairs.first { item.itemClass == "cert" && $0.certificate == item.secret }?.summary
        // What the subject says is in the certificate itself.
        let isOpened = !request.subjects.isEmpty
        guard isOpened || request.matchesOpened(item, summary: summary) else { return false }
        if isRevealed || isOpened, item.needsProof {
            if request.skipsProofs { return false }
            try requireProof(of: item, request)
        }
        return request.matchesOpened(item, summary: summary)
    }

    /// Nobody is there to prove anything, and there is no reader of fingers.
    private func requireProof(of item: ModelItem, _ request: ModelRequest) throws -> Never {
        if request.forbidsProofs { throw Refusal(errSecInteractionNotAllowed) }
        throw ProofLack(number: item.number, isHopeless: item.needsFinger || !hasPassword)
    }

    /// What the clear columns and digests decide, in the order of creation.
    func search(_ request: ModelRequest, _ groups: [String]) throws -> [ModelItem] {
        guard !groups.isEmpty, request.group.map(groups.contains) ?? true else {
            throw Refusal(errSecMissingEntitlement)
        }
        return items.filter { request.matches($0) && groups.contains($0.group) }
    }

    // MARK: Update (reference 3.5)

    private mutating func update(
        _ query: ModelRequest, _ change: ModelRequest, _ groups: [String], _ now: ClosedRange<Double>
    ) throws {
        if let group = change.group { try requireWritable(group, groups) }
        // Of identities the certificates, then the keys: both or neither (reference 3.5.14).
        for half in query.itemClass == "idnt" ? ["cert", "keys"] : [query.itemClass] {
            let found = try search(query.half(half), groups).prefix(query.count)
            for item in found { try requireUnlocked(item.protection) }
            var lacks = ProofLacks()
            for old in found { try lacks.collect { try apply(change, to: old, query, now) } }
            try lacks.end()
            guard !found.isEmpty else { throw Refusal(errSecItemNotFound) }
        }
    }

    private mutating func apply(
        _ change: ModelRequest, to old: ModelItem, _ query: ModelRequest, _ now: ClosedRange<Double>
    ) throws {
        var new = old
        let ignored = ["cdat", "mdat", "musr"]
        new.attributes.merge(change.attributes.filter { !ignored.contains($0.key) }) { _, changed in changed }
        if let flag = change.flag { new.attributes["sync"] = flag }
        if let group = change.group { new.attributes["agrp"] = .text(group) }
        if let protection = change.protection { new.protection = protection }
        if let control = change.control { (new.protection, new.flags) = control }
        if let secret = change.secret { new.secret = secret }
        try requireStorable(new.protection)
        // Items with an access control do not synchronise (reference 3.3.13).
        if new.isSynchronizable, new.flags != nil { throw Refusal(errSecParam) }
        // The condition of the old one must be met (reference 3.5.11).
        if (new.protection, new.flags) != (old.protection, old.flags), old.needsProof {
            try requireProof(of: old, query)
        }
        try requireUnlocked(new.protection)
        new.change(at: now)
        if let other = items.first(where: {
            $0.number != old.number && $0.itemClass == new.itemClass && $0.key == new.key
        }) {
            guard other.isTombstone else { throw Refusal(errSecDuplicateItem) }
            items.removeAll { $0.number == other.number }
        }
        replace(new)
        guard old.isSynchronizable, new.key != old.key else { return }
        items.append(old.tombstone(modified: now, number: next))
        next += 1
    }

    // MARK: Delete (reference 3.6, 3.9)

    private mutating func delete(_ request: ModelRequest, _ groups: [String], _ now: ClosedRange<Double>) throws {
        // Of identities the certificates that match, and then the keys that do (reference 3.6.7).
        for half in request.itemClass == "idnt" ? ["cert", "keys"] : [request.itemClass] {
            let found = try search(request.half(half), groups).prefix(request.count)
            guard !found.isEmpty || half == "keys" && request.itemClass == "idnt" else {
                throw Refusal(errSecItemNotFound)
            }
            for item in found { try delete(item, request, now) }
        }
    }

    mutating func delete(_ item: ModelItem, _ request: ModelRequest, _ now: ClosedRange<Double>) throws {
        let wanted = request.leavesTombstone
        guard item.isTombstone ? wanted == true : wanted ?? item.isSynchronizable else {
            items.removeAll { $0.number == item.number }
            return
        }
        guard !item.isTombstone else { return }
        // What stays has to be sealed; the keychain's page on compatibility says so.
        try requireUnlocked(item.protection)
        replace(item.tombstone(modified: now))
    }
}
