// What a user is asked before a program reads another one's secret.
// SPDX-License-Identifier: Apache-2.0

package import LatchkeyPlatform

/// A question on its way from the daemon to the process that asks the user.
package struct PermissionQuestion: Hashable, Sendable {
    /// By which the answer names it.
    package var number: UInt64
    /// The program that wants to read.
    package let requester: IdentityReport
    /// The path of the program that started the requester, if that is a tool which works for whoever starts it; else
    /// empty.
    package let startedBy: String
    /// Whose item it is.
    package let ownerGroup: AccessGroup
    /// The last program that the daemon knew by that group; nil if it has seen none since it started.
    package let owner: IdentityReport?
    package let item: Subject
    /// How many items the call would read; ``item`` is the first.
    package let itemCount: UInt32
    /// The name of the keychain.
    package let keychain: String
    /// True if an answer needs a password: the keychain's, or that of an item.
    package let needsPassword: Bool
    /// False if the permission can be for this call alone.
    package let offersAlways: Bool
    /// Seconds until the question is over.
    package var secondsLeft: UInt32
    package var purpose = Purpose.permission

    /// What the answer is for.
    package enum Purpose: Hashable, Sendable {
        /// One program reads what is another's.
        case permission
        /// A program wants to know that it is the user.
        case proof(Proof)
        /// A program asks for something over the bus of a session.
        case service(Service)
    }

    /// What a program asks a proof for.
    package struct Proof: Hashable, Sendable {
        package let methods: ProofMethods
        /// What the program says; empty if it says nothing.
        package let reason: String
        /// What the program calls the button that refuses; empty for the usual word.
        package let cancelTitle: String
        /// True if there is an item, which ``item`` names.
        package let isForItem: Bool
        /// Where the password of an item is asked for: how many were wrong before, and whether the item is new.
        package var wrongPasswords: UInt8 = 0
        package var isForNewItem = false

        package init(methods: ProofMethods, reason: String, cancelTitle: String, isForItem: Bool) {
            self.methods = methods
            self.reason = reason
            self.cancelTitle = cancelTitle
            self.isForItem = isForItem
        }
    }

    package var proof: Proof? { if case .proof(let proof) = purpose { proof } else { nil } }
    package var service: Service? { if case .service(let service) = purpose { service } else { nil } }

    /// What a user knows an item by; an attribute that it does not have is empty.
    package struct Subject: Hashable, Sendable {
        package let itemClass: ItemClass
        package let label: String
        package let account: String
        /// The service of a generic password, the server of an internet password.
        package let service: String

        package init(itemClass: ItemClass, label: String, account: String, service: String) {
            self.itemClass = itemClass
            self.label = label
            self.account = account
            self.service = service
        }
    }

    package init(
        number: UInt64, requester: IdentityReport, startedBy: String, ownerGroup: AccessGroup, owner: IdentityReport?,
        item: Subject, itemCount: UInt32, keychain: String, needsPassword: Bool, offersAlways: Bool,
        secondsLeft: UInt32
    ) {
        self.number = number
        self.requester = requester
        self.startedBy = startedBy
        self.ownerGroup = ownerGroup
        self.owner = owner
        self.item = item
        self.itemCount = itemCount
        self.keychain = keychain
        self.needsPassword = needsPassword
        self.offersAlways = offersAlways
        self.secondsLeft = secondsLeft
    }
}

/// What the user said. The password is the keychain's, or the item's if that was asked for; nil if there is none.
package enum PermissionAnswer: Sendable {
    case denied
    /// Nobody could be asked.
    case unavailable
    /// This call alone.
    case once(password: ItemSecret?)
    /// The program goes on the access list of the item.
    case always(password: ItemSecret?)
    /// The old password of a keychain, and the one that it gets; nil for none.
    case newPassword(old: ItemSecret?, new: ItemSecret?)
    /// It is denied, and nobody wants to be asked again.
    case never
}
