// What SecItemExport does.
// SPDX-License-Identifier: Apache-2.0

import Foundation
package import LatchkeyCFTypes
import LatchkeyCertificates
import LatchkeyModel
import LatchkeyObjects
package import LatchkeyPlatform

package struct FileExport {
    private let format: SecExternalFormat
    private let isPEM: Bool
    package var passphrase: ItemSecret?

    package init(format: SecExternalFormat, isPEM: Bool) {
        self.format = format
        self.isPEM = isPEM
    }

    /// The file of some objects.
    /// - Throws: `.parameter` for other objects, `.dataNotAvailable` for a key that stays, -25256 for a form that they
    ///   do not have, -25260 without a passphrase that the form needs.
    package func file(of object: CFTypeRef) throws(KeychainError) -> CFData {
        let objects = (object as? NSArray).map { _cfElements(of: $0) } ?? [object]
        if objects.count == 1, let key = objects[0] as? SecKey, key.outline == nil { return try rawFile(of: key) }
        var items: [ExportedItem] = []
        for object in objects { items += try self.items(of: object) }
        guard !items.isEmpty else { throw KeychainError(.parameter, during: "reading what is exported") }
        var wanted: ExternalFormat? = format.ofFiles
        if format == .formatUnknown { wanted = items.count > 1 ? .pemseq : .openssl }
        guard let wanted else { throw Self.unsupported }
        let isWrapped = [.formatPKCS12, .formatWrappedPKCS8, .formatWrappedOpenSSL].contains(format)
        guard passphrase.map({ $0.count > 0 }) ?? !isWrapped else {
            throw KeychainError(.init(rawValue: errSecPassphraseRequired), during: "exporting private keys")
        }
        let texts: [ItemSecret]
        do throws(TransferFailure) {
            texts = try ExportedItem.texts(of: items, in: wanted, isPEM: isPEM, passphrase: passphrase)
        } catch {
            throw error.ofExport
        }
        guard texts.count != 1 else { return texts[0].object }
        let bytes = unsafe SecretBytes(count: texts.reduce(0) { $0 + $1.count }) { target in
            var place = 0
            for text in texts {
                unsafe text.bytes.withUnsafeBytes { bytes in
                    unsafe UnsafeMutableRawBufferPointer(rebasing: target[place...]).copyMemory(from: bytes)
                    place += bytes.count
                }
            }
        }
        return ItemSecret(bytes).object
    }

    /// A symmetric key has one form: its bytes.
    private func rawFile(of key: SecKey) throws(KeychainError) -> CFData {
        guard key.isExtractable else { throw Self.stays }
        guard format == .formatRawKey || format == .formatUnknown, !isPEM else { throw Self.unsupported }
        return try key.bytes().object
    }

    private func items(of object: AnyObject) throws(KeychainError) -> [ExportedItem] {
        switch object {
        case let certificate as SecCertificate: return [.certificate(certificate.content.der)]
        case let key as SecKey: return [.key(try data(of: key))]
        case let identity as SecIdentity:
            return [
                .certificate(identity.halves.certificate.content.der), .key(try data(of: identity.halves.key)),
            ]
        default: throw KeychainError(.parameter, during: "reading what is exported")
        }
    }

    private func data(of key: SecKey) throws(KeychainError) -> KeyData {
        guard key.isExtractable else { throw Self.stays }
        switch key.material {
        case .half(_, .here(let content)): return content
        case .half(_, .keychain): throw Self.stays
        case .symmetric: throw Self.unsupported
        }
    }

    private static var stays: KeychainError { KeychainError(.dataNotAvailable, during: "exporting a key that stays") }

    private static var unsupported: KeychainError {
        KeychainError(.init(rawValue: errSecUnsupportedFormat), during: "choosing the form of an export")
    }
}

extension TransferFailure {
    /// The codes of macOS.
    fileprivate var ofExport: KeychainError {
        switch self {
        case .keychain(let error): error
        case .asking, .isNotOfForm, .isNotOfType, .doesNotBelong, .hasNoForm, .isReadOnly, .holdsCertificatesAlone,
            .holdsOneItem, .isNoCertificate, .nothingToWrite:
            KeychainError(
                .init(rawValue: errSecUnsupportedFormat), during: "writing items in a form that they have not")
        }
    }
}
