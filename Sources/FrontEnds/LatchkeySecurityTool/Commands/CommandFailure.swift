// Why a command did not do what it was asked.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyModel
package import LatchkeyPlatform
import LatchkeyTooling

/// A failure of one command, with all that its report needs.
package enum CommandFailure: Error, Hashable, Sendable {
    /// The words do not fit the synopsis, which is shown; with what is wrong, if that can be said.
    case usage(String? = nil)
    /// Something outside the keychain went wrong.
    case message(String)
    /// The keychain refused; `function` is Apple's name of the call.
    case keychain(KeychainError, function: String, argument: String? = nil)
    /// The user gave up at a prompt.
    case aborted
    /// All there is to say has been said.
    case reported(result: Int32)

    /// The result of the command: an `OSStatus`, or 1, 2 and -1 (reference 6.4.4, 6.4.5).
    package var result: Int32 {
        switch self {
        case .usage: 2
        case .message: 1
        case .keychain(let error, _, _): error.code.rawValue
        case .aborted: -1
        case .reported(let result): result
        }
    }

    /// What is written to standard error; the usage itself is not part of it.
    package var report: String {
        switch self {
        case .usage(let detail): detail.map { "security: \($0)\n" } ?? ""
        case .message(let text): "security: \(text)\n"
        case .keychain(let error, let function, let argument):
            StatusMessage.lines(for: error, from: "security", calling: function, on: argument)
        case .aborted, .reported: ""
        }
    }

    /// The exit status of a result: its low eight bits.
    package static func exitStatus(of result: Int32) -> Int32 { result & 0xff }
}

/// Lifts a failure of the keychain into that of a command. A prompt that the user left is an abort, not an error.
package func calling<R>(
    _ function: String, on argument: String? = nil, _ body: () throws(KeychainError) -> R
) throws(CommandFailure) -> R {
    do {
        return try body()
    } catch  where error.code == .userCanceled {
        throw .aborted
    } catch {
        throw .keychain(error, function: function, argument: argument)
    }
}
