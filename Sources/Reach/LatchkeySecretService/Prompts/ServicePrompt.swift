// A prompt: something that a client wants and the user must agree to.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyBus
import LatchkeyPolicy

/// It does nothing until its client says so, and is gone when it is completed.
final class ServicePrompt {
    struct Path: Hashable {
        let number: Int
        let unlocks: Bool

        var text: String { "\(ObjectPath.Folder.prompts.rawValue)/\(unlocks ? "u" : "p")\(number)" }
    }

    enum Purpose {
        /// The paths as the client gave them.
        case unlock([String])
        case create(label: String)
        /// The collection that an alias leads to already; it is unlocked.
        case existing(KeychainName)
        case delete(KeychainName)
        case changePassword(KeychainName)

        /// How many objects it is about.
        var objectCount: Int {
            switch self {
            case .unlock(let paths): paths.count
            case .create, .existing, .delete, .changePassword: 1
            }
        }
    }

    let path: Path
    /// The unique name of the client that alone may call it.
    let owner: String
    let principal: BusPrincipal
    let purpose: Purpose
    var isStarted = false
    /// What has been asked for it; nothing is asked twice.
    var asked: Set<QuestionKey> = []
    /// The name of the keychain that it makes.
    var newName: KeychainName?
    /// Whose answer it waits for.
    var waitsFor: QuestionKey?
    /// Whether the user has agreed to what it alone wants.
    var isAgreed = false

    init(_ purpose: Purpose, at path: Path, for owner: String, _ principal: BusPrincipal) {
        self.purpose = purpose
        self.path = path
        self.owner = owner
        self.principal = principal
    }

    /// What a prompt gives that did nothing: of the type that its client expects.
    var emptyResult: BusValue {
        switch purpose {
        case .unlock: .paths([])
        case .create, .existing: .path(ObjectPath.none)
        case .delete, .changePassword: .string("")
        }
    }
}
