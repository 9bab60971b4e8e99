// How many of something users may have at once.
// SPDX-License-Identifier: Apache-2.0

/// One user has few, all together more, and whoever has none gets some of its own: so nobody waits for what others
/// have, whatever they do with it, until there are as many users as ``most`` is for.
package struct Shares: Hashable, Sendable {
    /// Of one user.
    package var ofUser: Int
    /// Of all users, but for those that are a user's own.
    package var all: Int
    /// Those that a user has whatever the others have.
    package var own: Int
    /// Of all users, with those that are somebody's own.
    package var most: Int

    package init(ofUser: Int, all: Int, own: Int, most: Int) {
        self.ofUser = ofUser
        self.all = all
        self.own = own
        self.most = most
    }

    /// Those of a daemon that serves one user.
    package static func ofOneUser(_ count: Int) -> Shares { Shares(ofUser: count, all: count, own: count, most: count) }
}

/// What each user has of them now.
package struct Holdings: Sendable {
    private let shares: Shares
    private var counts: [UInt32: Int] = [:]
    /// What all users have.
    package private(set) var all = 0

    package init(of shares: Shares) { self.shares = shares }

    /// Whether a user may have one more.
    package func haveRoom(for user: UInt32) -> Bool {
        let count = counts[user, default: 0]
        guard count < shares.ofUser else { return false }
        return all < shares.all || count < shares.own && all < shares.most
    }

    package mutating func take(for user: UInt32) {
        counts[user, default: 0] += 1
        all += 1
    }

    package mutating func give(backFor user: UInt32) {
        guard let count = counts[user] else { return }
        counts[user] = count > 1 ? count - 1 : nil
        all -= 1
    }
}
