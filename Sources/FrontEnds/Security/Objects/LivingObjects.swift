// Keeps one object for each value, so that an object which comes back from a keychain is the one that went in.
// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// The objects of a class that somebody holds, by their values. Holds none of them itself.
final class LivingObjects<Value: Hashable & Sendable, Object: AnyObject & Sendable>: Sendable {
    private let table = Mutex(Table())

    private struct Table {
        var entries: [Value: Entry] = [:]
        /// How many objects there ever were. Numbers are never used again: an object that ends late must not take the
        /// entry of a later one with it.
        var made: UInt64 = 0
    }

    private struct Entry {
        weak var object: Object?
        let generation: UInt64
    }

    /// The object of `value`.
    /// - Parameter make: makes it if nobody holds one; it keeps the number, which tells it from a later one of its
    ///   value.
    func object(of value: Value, _ make: (_ generation: UInt64) -> Object) -> Object {
        table.withLock { table in
            // Whoever takes a reference here must carry it out: `deinit` under the lock would wait for ever.
            if let object = table.entries[value]?.object { return object }
            table.made += 1
            let object = make(table.made)
            table.entries[value] = Entry(object: object, generation: table.made)
            return object
        }
    }

    /// What an object does in its `deinit`.
    func remove(_ value: Value, generation: UInt64) {
        // What is removed ends after the lock: it may be the last reference to other objects of a table.
        let removed: (Value, Entry)? = table.withLock { table in
            guard let index = table.entries.index(forKey: value) else { return nil }
            // A newer object of this value may have taken the place since the last reference went.
            return table.entries[index].value.generation == generation ? table.entries.remove(at: index) : nil
        }
        _ = removed
    }
}
