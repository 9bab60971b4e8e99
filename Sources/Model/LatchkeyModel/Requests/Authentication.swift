// How the user may be asked for a call, and what the program brings along for it.
// SPDX-License-Identifier: Apache-2.0

package import LatchkeyPlatform

/// What the authentication keys of a dictionary say (reference 3.14). It influences the authentication; it never
/// filters.
///
/// Its description names nothing of it.
package struct Authentication: Sendable {
    package var ui: AuthenticationUI = .allow
    private var said: Boxed<Said>?

    /// What few programs say.
    private struct Said: Equatable, Sendable {
        var reason = ""
        var cancelTitle = ""
        var context: ContextIdentifier?
        var reuseSeconds: UInt32 = 0
        var applicationPassword: ItemSecret?
    }

    package init(_ ui: AuthenticationUI = .allow) { self.ui = ui }

    private mutating func say(_ change: (inout Said) -> Void) {
        var said = said?.value ?? Said()
        change(&said)
        self.said = said == Said() ? nil : Boxed(said)
    }

    /// What the program says that it needs a proof for; empty if it says nothing.
    package var reason: String {
        get { said?.value.reason ?? "" }
        set { say { $0.reason = newValue } }
    }

    /// What the program calls the button that cancels; empty for the usual word.
    package var cancelTitle: String {
        get { said?.value.cancelTitle ?? "" }
        set { say { $0.cancelTitle = newValue } }
    }

    /// The `LAContext`, whose proofs hold for this call.
    package var context: ContextIdentifier? {
        get { said?.value.context }
        set { say { $0.context = newValue } }
    }

    /// Seconds for which a finger that was shown to this program before holds for another call.
    package var reuseSeconds: UInt32 {
        get { said?.value.reuseSeconds ?? 0 }
        set { say { $0.reuseSeconds = newValue } }
    }

    /// The program's own password, for items that are sealed under one.
    package var applicationPassword: ItemSecret? {
        get { said?.value.applicationPassword }
        set { say { $0.applicationPassword = newValue } }
    }
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

/// What happens when an item needs the user (`kSecUseAuthenticationUI`).
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
