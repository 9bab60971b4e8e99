// A write transaction that is under way.
// SPDX-License-Identifier: Apache-2.0

/// What ``Connection`` lends to whoever writes. Every function that changes the file takes one, so that nothing is
/// written outside of a transaction.
package struct WriteTransaction: ~Copyable {
    /// Whether other writes, which may be undone one by one, share it. SQLite then keeps in memory what each of them
    /// overwrites.
    package let isShared: Bool

    init(isShared: Bool = false) { self.isShared = isShared }

    /// What the transaction reads is one state of the file, too.
    package var snapshot: Snapshot { Snapshot() }
}
