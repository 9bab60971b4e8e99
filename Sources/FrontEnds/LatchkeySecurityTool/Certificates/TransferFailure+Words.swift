// What the command says of a file that was not read or written.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyModel
package import LatchkeyObjects
import LatchkeyPlatform

extension TransferFailure {
    /// - Parameter function: Apple's name of the call.
    package func failure(calling function: String) -> CommandFailure {
        switch self {
        case .keychain(let error): error.code == .userCanceled ? .aborted : .keychain(error, function: function)
        case .asking(let error):
            error as? CommandFailure ?? .message("the passphrase of the file could not be asked for")
        case .isNotOfForm(let format): .message("the file is none of the format \(format.rawValue)")
        case .isNotOfType(let words): .message("the file holds \(words), which -t excludes")
        case .doesNotBelong(let words, let format):
            .message("the file holds \(words), which the format \(format.rawValue) excludes")
        case .hasNoForm(let words, let format):
            .message(
                "\(words) has no form \(format.rawValue); choose what is exported with -t, or another format with -f")
        case .isReadOnly(let format):
            .message("the format \(format.rawValue) is read and not written; -f pkcs7 holds certificates too")
        case .holdsCertificatesAlone(let format):
            .message("the format \(format.rawValue) holds certificates alone; choose them with -t certs")
        case .holdsOneItem(let format, let count):
            .message("the format \(format.rawValue) without -p holds one item, and there are \(count)")
        case .isNoCertificate: .message("an item of the class certificate holds none, and cannot be exported as one")
        case .nothingToWrite: .message("there is no private key and no certificate among the items")
        }
    }
}

/// Lifts a failure of a file into that of a command.
package func transferring<R>(
    _ function: String, _ body: () throws(TransferFailure) -> R
) throws(CommandFailure) -> R {
    do throws(TransferFailure) {
        return try body()
    } catch {
        throw error.failure(calling: function)
    }
}
