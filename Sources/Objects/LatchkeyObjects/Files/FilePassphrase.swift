// The passphrase of a file: given, or asked for if one is needed.
// SPDX-License-Identifier: Apache-2.0

package import LatchkeyPlatform

/// Asks the user for the passphrase of a file.
package protocol PassphraseAsker: Sendable {
    /// - Throws: what ends the reading of the file, ``TransferFailure/asking(_:)``.
    func askPassphrase() throws -> ItemSecret
    /// Tells the user that a passphrase was wrong.
    func noteWrongPassphrase()
}

package enum FilePassphrase: Sendable {
    case given(ItemSecret)
    case asked(any PassphraseAsker)
    /// Nobody can be asked.
    case none

    private static let tries = 3

    /// What `body` makes of a file that may be under a passphrase. Nobody is asked about a file without one.
    /// - Throws: -25293 for a passphrase that does not open it, after three of them that were asked for.
    func opening<R>(_ body: (ItemSecret) throws(KeychainError) -> R) throws(TransferFailure) -> R {
        if case .given(let passphrase) = self {
            return try transferring { () throws(KeychainError) in try body(passphrase) }
        }
        var failure: KeychainError
        do throws(KeychainError) {
            return try body(ItemSecret(copying: []))
        } catch {
            failure = error
        }
        guard failure.code == .authFailed, case .asked(let asker) = self else { throw .keychain(failure) }
        for _ in 0..<Self.tries {
            let passphrase: ItemSecret
            do {
                passphrase = try asker.askPassphrase()
            } catch {
                throw .asking(error)
            }
            do throws(KeychainError) {
                return try body(passphrase)
            } catch {
                failure = error
            }
            guard failure.code == .authFailed else { break }
            asker.noteWrongPassphrase()
        }
        throw .keychain(failure)
    }
}
