// The programs that the agent has ask for passwords.
// SPDX-License-Identifier: Apache-2.0

/// Any program of the session can take the name of the prompter while nobody has it, and would read what is typed.
package enum TrustedPrompters: Hashable, Sendable {
    /// The shell of the desktop alone, which runs anyway and has the name for as long as the session lasts.
    case shell
    /// Those too that the bus starts for a dialog: any program of the session can start them first, with code of its
    /// own in them. The user must want that.
    case any

    private var names: Set<String> {
        switch self {
        case .shell: ["gnome-shell"]
        case .any: ["gnome-shell", "gcr-prompter", "gcr4-prompter", "ksecretprompter", "cinnamon", "phosh"]
        }
    }

    /// - Parameter isOfSystem: whether root alone can change a program.
    package func contain(_ program: String, isOfSystem: (String) -> Bool) -> Bool {
        names.contains(String(program.split(separator: "/").last ?? "")) && isOfSystem(program)
    }
}
