// What the user is asked for a client of the Secret Service.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyModel
package import LatchkeyPolicy

/// A question that a prompt shows when its client says so.
package struct ServiceQuestion: Sendable {
    package enum Subject: Hashable, Sendable {
        /// The password of a locked keychain.
        case unlock(keychain: KeychainName)
        /// A password for a new keychain; an empty one is none.
        case newKeychain(label: String)
        /// Whether a keychain goes, with all its items. It asks for the password of the keychain, if that has one.
        case delete(keychain: KeychainName, hasPassword: Bool)
        /// The old and a new password.
        case changePassword(keychain: KeychainName, hasPassword: Bool)
        /// Whether new items go to another keychain from now on. The password of another one may show that it is the
        /// user who wants that.
        case makeDefault(keychain: KeychainName, provenBy: KeychainName?)
        /// Whether a keychain gets another name.
        case rename(keychain: KeychainName, label: String)
        /// Whether a program gets items of another one.
        case permit(BusQuestionReason, owner: String, itemLabel: String, count: Int)
    }

    package let subject: Subject
    package let requester: BusPrincipal
    /// True if a confirmation must come with the password of the keychain that it is about, which the attempt then
    /// checks: any program of the user can press a button. The questions that have a password in their subject need
    /// none here.
    package let needsPassword: Bool

    package init(_ subject: Subject, for requester: BusPrincipal, needsPassword: Bool = false) {
        self.needsPassword = needsPassword
        self.subject = subject
        self.requester = requester
    }
}
