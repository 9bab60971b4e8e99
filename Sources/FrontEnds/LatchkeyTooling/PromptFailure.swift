// Why a prompt gave no password.
// SPDX-License-Identifier: Apache-2.0

package enum PromptFailure: Error, Hashable, Sendable {
    /// The process has no terminal to ask on.
    case noTerminal
    /// The user gave up, or a signal ended the prompt.
    case aborted
}
