// The collection `session`: in memory alone, and gone with the process.
// SPDX-License-Identifier: Apache-2.0

import Glibc
package import LatchkeyModel
package import LatchkeyPlatform

package final class MemoryCollection: CollectionStore {
    private struct Stored {
        var item: ServiceItem
        var secret: ItemSecret
        var created: Double
        var modified: Double

        /// What it takes of the bound, in bytes.
        var size: Int {
            secret.count + item.label.utf8.count + item.contentType.utf8.count + Self.overhead
                + item.attributes.pairs.reduce(0) { $0 + $1.name.utf8.count + $1.value.utf8.count }
        }
        private static let overhead = 256
    }

    /// By number, ascending.
    private var items: [Int64: Stored] = [:]
    private var lastNumber: Int64
    private let step: () -> Int64
    private var size = 0
    private var label: String
    /// When it was last renamed, as of keychains: what programs do with their items is not for others.
    private var modified: UInt64
    private let created: UInt64
    private let now: () -> Double

    private let largestCount: Int
    private let largestSize: Int
    /// Between the start of Unix time and that of the keychain's.
    private static let epoch = 978_307_200.0

    package var handling: (any KeychainHandling)? { nil }

    /// - Parameters:
    ///   - largestSize: of all items together, in bytes.
    ///   - now: seconds since 2001-01-01 UTC.
    ///   - step: from the number of an item to that of the next one. A program that saw each number counted up would
    ///     know how much others store.
    package init(
        label: String = "session", largestCount: Int = 10_000, largestSize: Int = 16 << 20,
        now: @escaping () -> Double = MemoryCollection.secondsNow,
        step: @escaping () -> Int64 = { Int64.random(in: 1...(1 << 32)) }
    ) {
        self.step = step
        lastNumber = step() - 1
        self.label = label
        self.largestCount = largestCount
        self.largestSize = largestSize
        self.now = now
        created = Self.wholeSeconds(now())
        modified = created
    }

    package static let secondsNow: @Sendable () -> Double = {
        var time = timespec()
        unsafe clock_gettime(CLOCK_REALTIME, &time)
        return Double(time.tv_sec) - epoch + Double(time.tv_nsec) / 1e9
    }

    private static func wholeSeconds(_ time: Double) -> UInt64 { UInt64(exactly: (time + epoch).rounded(.down)) ?? 1 }

    package func state() -> CollectionState {
        CollectionState(label: label, created: created, modified: modified, isLocked: false, hasPassword: false)
    }

    package func search(
        _ attributes: SearchAttributes, in scope: GroupScope, admitting isAdmitted: (AccessGroup) -> Bool
    ) -> ServiceSearchResult {
        let groups = Set(items.values.lazy.map(\.item.group)).filter { Self.contains($0, scope) && isAdmitted($0) }
        let found = items.values.filter { stored in
            groups.contains(stored.item.group) && stored.item.attributes.contains(attributes)
        }.sorted { first, second in
            (first.modified, first.created, first.item.number) > (second.modified, second.created, second.item.number)
        }
        return ServiceSearchResult(items: found.map(Self.summary), isLocked: false)
    }

    package func look(at number: Int64, opening depth: (AccessGroup) -> ServiceItemLook.Depth) -> ServiceItemLook? {
        guard let stored = items[number] else { return nil }
        let summary = Self.summary(stored)
        switch depth(stored.item.group) {
        case .summary: return ServiceItemLook(summary: summary, isLocked: false)
        case .attributes: return ServiceItemLook(summary: summary, isLocked: false, item: stored.item)
        case .secret:
            return ServiceItemLook(summary: summary, isLocked: false, item: stored.item, secret: stored.secret)
        }
    }

    package func item(_ number: Int64) throws(KeychainError) -> ServiceItem {
        guard let stored = items[number] else { throw Self.notFound }
        return stored.item
    }

    package func secret(
        of number: Int64, in group: AccessGroup
    ) throws(KeychainError) -> (item: ServiceItem, secret: ItemSecret) {
        let stored = try stored(number, in: group)
        return (stored.item, stored.secret)
    }

    package func add(
        _ item: NewServiceItem, replacingIn groups: [AccessGroup]
    ) throws(KeychainError) -> (number: Int64, isNew: Bool) {
        let same = search(item.attributes, in: .only(groups), admitting: { _ in true }).items.first {
            items[$0.number]?.item.attributes == item.attributes
        }
        if let same {
            var change = ServiceItemChange()
            change.label = item.label
            change.secret = item.secret
            change.contentType = item.contentType
            try self.change(same.number, in: same.group, change)
            return (same.number, false)
        }
        let time = now()
        let number = nextNumber()
        let stored = ServiceItem(
            number: number, group: item.group, label: item.label, attributes: item.attributes,
            contentType: item.contentType, created: Self.wholeSeconds(time), modified: Self.wholeSeconds(time))
        try store(Stored(item: stored, secret: item.secret, created: time, modified: time))
        lastNumber = number
        return (number, true)
    }

    /// When the numbers have come to their end, one that is free is taken.
    private func nextNumber() -> Int64 {
        let (next, isOver) = lastNumber.addingReportingOverflow(step())
        guard isOver else { return next }
        var number: Int64
        repeat { number = Int64.random(in: 1...(1 << 62)) } while items[number] != nil
        return number
    }

    package func change(
        _ number: Int64, in group: AccessGroup, _ change: ServiceItemChange
    ) throws(KeychainError) {
        var stored = try stored(number, in: group)
        stored.modified = now()
        stored.secret = change.secret ?? stored.secret
        stored.item = ServiceItem(
            number: number, group: change.group ?? group, label: change.label ?? stored.item.label,
            attributes: change.attributes ?? stored.item.attributes,
            contentType: change.contentType ?? stored.item.contentType, created: stored.item.created,
            modified: Self.wholeSeconds(stored.modified))
        try store(stored)
    }

    package func delete(_ number: Int64, in group: AccessGroup) throws(KeychainError) {
        size -= try stored(number, in: group).size
        items[number] = nil
    }

    package func rename(to label: String) {
        self.label = label
        modified = Self.wholeSeconds(now())
    }

    /// It is never locked.
    package func lock() {}

    private func stored(_ number: Int64, in group: AccessGroup) throws(KeychainError) -> Stored {
        guard let stored = items[number], stored.item.group == group else { throw Self.notFound }
        return stored
    }

    private func store(_ stored: Stored) throws(KeychainError) {
        let old = items[stored.item.number]
        let newSize = size - (old?.size ?? 0) + stored.size
        guard newSize <= largestSize, old != nil || items.count < largestCount else {
            throw KeychainError(.allocate, during: "storing an item for the session")
        }
        items[stored.item.number] = stored
        size = newSize
    }

    private static var notFound: KeychainError {
        KeychainError(.itemNotFound, during: "finding an item of the session")
    }

    private static func contains(_ group: AccessGroup, _ scope: GroupScope) -> Bool {
        switch scope {
        case .all: true
        case .only(let groups): groups.contains(group)
        }
    }

    private static func summary(_ stored: Stored) -> ServiceItemSummary {
        ServiceItemSummary(
            number: stored.item.number, group: stored.item.group, created: stored.created, modified: stored.modified)
    }
}
