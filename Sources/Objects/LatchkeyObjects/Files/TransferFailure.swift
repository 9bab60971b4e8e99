// Why a file was not read or written.
// SPDX-License-Identifier: Apache-2.0

package import LatchkeyPlatform

/// What is wrong with the items of a file, beside what the keychain and the libraries say.
package enum TransferFailure: Error {
    case keychain(KeychainError)
    /// What the one who was to ask for a passphrase threw.
    case asking(any Error)
    /// The file is not of the form that it was said to be.
    case isNotOfForm(ExternalFormat)
    /// The file holds something, in words, that the type excludes.
    case isNotOfType(String)
    /// The file holds something, in words, that the form cannot.
    case doesNotBelong(String, in: ExternalFormat)
    /// The items, in words, have no such form.
    case hasNoForm(String, ExternalFormat)
    /// The form is read and not written.
    case isReadOnly(ExternalFormat)
    /// The form holds certificates, and there is something else.
    case holdsCertificatesAlone(ExternalFormat)
    /// The form holds one item, and there are this many.
    case holdsOneItem(ExternalFormat, Int)
    /// The bytes of an item of the class certificate are none.
    case isNoCertificate
    /// There is nothing that the form could hold.
    case nothingToWrite
}

/// Lifts a failure of the keychain or of a format.
func transferring<R>(_ body: () throws(KeychainError) -> R) throws(TransferFailure) -> R {
    do throws(KeychainError) {
        return try body()
    } catch {
        throw .keychain(error)
    }
}
