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

/// Reports a failure on standard error and ends the command: with the low eight bits of the keychain's status, else
/// with 1.
/// - Parameter work: what was being done.
func reporting<R>(_ work: String, _ body: () throws(ToolFailure) -> R) throws -> R {
    do {
        return try body()
    } catch .csv(let failure) {
        Console.errors.writeLine("latchkey: \(work): \(failure.message)")
        throw ExitCode(1)
    } catch .message(let text) {
        Console.errors.writeLine("latchkey: \(work): \(text)")
        throw ExitCode(1)
    } catch .keychain(let error) {
        Console.errors.write(StatusMessage.lines(for: error, from: "latchkey", calling: work))
        throw ExitCode(error.code.rawValue & 0xff)
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
