// What a program asks the user for over the bus of a session.
// SPDX-License-Identifier: Apache-2.0

extension PermissionQuestion {
    /// A wish of a client of the Secret Service. The question names the program, the keychain, and the item if there is
    /// one.
    package struct Service: Hashable, Sendable {
        package let wish: Wish
        package let requester: Requester

        package init(_ wish: Wish, of requester: Requester) {
            self.wish = wish
            self.requester = requester
        }

        package enum Wish: Hashable, Sendable {
            /// The keychain is opened with its password.
            case unlock
            /// A keychain of this name is made, with a password or none.
            case newKeychain
            /// The keychain goes, with all its items.
            case delete
            case changePassword
            /// New items go to this keychain from now on.
            case makeDefault(keychain: String)
            /// The keychain is called something else.
            case rename(label: String)
            /// Items of another program are given out. The owner is empty if nobody knows it.
            case permit(Reason, owner: String)
        }

        /// Why the user is asked about an item.
        package enum Reason: Hashable, Sendable, CaseIterable {
            /// It was imported, and nobody knows who made it.
            case imported
            /// A program of the same name made it, which was at another path.
            case moved
            /// A program that shows the items of all others wants to show it.
            case managed
        }

        /// What the keychain knows of the program.
        package enum Requester: Hashable, Sendable, CaseIterable {
            case program
            /// Any program can run it, so that nobody knows for whom it asks.
            case pool
            /// It shows the items of all others.
            case manager
            /// The keychain cannot tell it from others.
            case nobody
        }

        /// True if the answer has a new password.
        package var wantsNewPassword: Bool {
            switch wish {
            case .newKeychain, .changePassword: true
            case .unlock, .delete, .makeDefault, .rename, .permit: false
            }
        }
    }
}
