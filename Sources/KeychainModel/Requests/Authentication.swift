// How the person may be asked for a call, and what the program brings along for it.
// SPDX-License-Identifier: Apache-2.0

/// What the authentication keys of a dictionary say (reference 3.14). It influences the authentication; it never filters.
///
/// Its description names nothing of it.
package struct Authentication: Sendable {
    package var ui: AuthenticationUI = .allow
    /// What the program says that it needs a proof for; empty where it says nothing.
    package var reason = ""
    /// What the program calls the button that cancels; empty for the usual word.
    package var cancelTitle = ""
    /// The `LAContext`, whose proofs hold for this call.
    package var context: ContextIdentifier?
    /// Seconds for which a finger that was shown to this program before holds for another call.
    package var reuseSeconds: UInt32 = 0
    /// The program's own password, for items that are sealed under one.
    package var applicationPassword: ItemSecret?

    package init(_ ui: AuthenticationUI = .allow) { self.ui = ui }
}

extension Authentication: Hashable {
    package func hash(into hasher: inout Hasher) {
        hasher.combine(ui)
        hasher.combine(reason)
        hasher.combine(context)
        hasher.combine(reuseSeconds)
    }
}

extension Authentication: CustomStringConvertible, CustomReflectable {
    package var description: String { "<authentication>" }
    package var customMirror: Mirror { Mirror(self, children: [:]) }
}

/// What happens when an item needs the person (`kSecUseAuthenticationUI`).
package enum AuthenticationUI: Hashable, Sendable {
    case allow
    /// The call fails with -25308.
    case fail
    /// Such items are left out.
    case skip
}

/// One `LAContext` of a program: 128 random bits.
package struct ContextIdentifier: Hashable, Sendable {
    package let high: UInt64
    package let low: UInt64

    package init(high: UInt64, low: UInt64) {
        self.high = high
        self.low = low
    }

    package static func random() -> ContextIdentifier {
        ContextIdentifier(high: .random(in: 0 ... .max), low: .random(in: 0 ... .max))
    }
}
