// The words of an error, as people read them on standard error.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyModel
package import LatchkeyPlatform

package enum StatusMessage {
    /// The sentence of the status table, or the bare number of a code that has none.
    package static func sentence(for code: Int32) -> String {
        StatusTable.description(of: code)?.message ?? "The status \(code) has no description."
    }

    /// The lines that report `error`: `TOOL: FUNCTION[ ARGUMENT]: MESSAGE`, and a hint if there is a next step.
    /// - Parameter function: Apple's name of the call that failed (reference 6.4.6).
    package static func lines(
        for error: KeychainError, from tool: String, calling function: String, on argument: String? = nil
    ) -> String {
        let place = argument.map { "\(function) \($0)" } ?? function
        let first = "\(tool): \(place): \(sentence(for: error.code.rawValue))\n"
        let hints = [error.hint.map { "\($0)" }, error.cause.flatMap(hint)].compactMap(\.self)
        return hints.reduce(first) { $0 + "\(tool): hint: \($1)\n" }
    }

    /// What a failure below tells the user to do next.
    private static func hint(for cause: KeychainError.Cause) -> String? {
        guard case .wrongPasswords(let count, let wait) = cause else { return nil }
        let tries = count == 1 ? "1 wrong password in a row" : "\(count) wrong passwords in a row"
        return switch wait {
        case 0: "\(tries); try again"
        case 1: "\(tries); wait 1 second, then try again"
        default: "\(tries); wait \(wait) seconds, then try again"
        }
    }
}
