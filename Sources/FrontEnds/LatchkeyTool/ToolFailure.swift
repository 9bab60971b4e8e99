// Why `latchkey` stopped, in words.
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import LatchkeyModel
package import LatchkeyPlatform
import LatchkeyTooling

package enum ToolFailure: Error, Hashable, Sendable {
    case csv(CSVFailure)
    case keychain(KeychainError)
    case message(String)
}

extension ToolFailure {
    /// Whether the user gave up, or gave a wrong password: what would be asked next is not asked.
    var isOfUser: Bool {
        switch self {
        case .keychain(let error): error.code == .userCanceled || error.code == .authFailed
        case .csv, .message: false
        }
    }

    /// Says it on standard error. What it names may have been named by a program.
    /// - Parameter work: what was being done.
    /// - Returns: the exit status of a command that ends with it: the low eight bits of the keychain's status, else 1.
    func report(during work: String) -> Int32 {
        switch self {
        case .csv(let failure):
            Console.errors.writeLine("latchkey: \(work): \(failure.message)")
            return 1
        case .message(let text):
            Console.errors.writeLine("latchkey: \(work): \(PrintableText.of(text))")
            return 1
        case .keychain(let error):
            Console.errors.write(StatusMessage.lines(for: error, from: "latchkey", calling: work))
            return error.code.rawValue & 0xff
        }
    }
}

/// Reports a failure on standard error and ends the command.
/// - Parameter work: what was being done.
func reporting<R>(_ work: String, _ body: () throws(ToolFailure) -> R) throws -> R {
    do throws(ToolFailure) {
        return try body()
    } catch {
        throw ExitCode(error.report(during: work))
    }
}

/// Lifts a failure of the keychain.
func lifting<R>(_ body: () throws(KeychainError) -> R) throws(ToolFailure) -> R {
    do {
        return try body()
    } catch {
        throw .keychain(error)
    }
}
