// What SecItemImport does, on the keychains of one client.
// SPDX-License-Identifier: Apache-2.0

import Foundation
package import LatchkeyCFTypes
import LatchkeyCertificates
package import LatchkeyClient
import LatchkeyModel
import LatchkeyObjects
package import LatchkeyPlatform

package struct FileImport {
    private let format: SecExternalFormat
    private let type: SecExternalItemType
    private var flags: SecKeyImportExportFlags = []
    private var passphrase: ItemSecret?
    private var isExtractable = true

    package init(format: SecExternalFormat, type: SecExternalItemType) {
        self.format = format
        self.type = type
    }

    /// What was found: objects, and what they are.
    package struct Found {
        package let objects: [AnyObject]
        package let format: SecExternalFormat
        package let type: SecExternalItemType
    }

    /// - Throws: `.parameter` for a passphrase that is neither text nor data.
    package mutating func take(_ parameters: SecItemImportExportKeyParameters) throws(KeychainError) {
        flags = unsafe parameters.flags
        passphrase = try unsafe ItemSecret.passphrase(of: parameters)
        if let attributes = unsafe parameters.keyAttributes?.takeUnretainedValue() {
            // CSSM_KEYATTR_EXTRACTABLE
            isExtractable = _cfElements(of: attributes).contains {
                ($0 as? NSString) == "32" || ($0 as? NSNumber) == 32
            }
        }
    }

    /// - Parameter keychain: Nil to store nothing.
    package func run(
        _ data: CFData, into keychain: SecKeychain?, of client: KeychainClient
    ) throws(KeychainError) -> Found {
        let file = ItemSecret(unsafe SecretBytes(copying: data.buffer))
        let items = try list(file)
        let privateKeys = items.count { if case .key(let key) = $0 { key.keyClass == .private } else { false } }
        guard privateKeys <= 1 || !flags.contains(.importOnlyOne) else {
            throw KeychainError(
                .init(rawValue: errSecMultiplePrivKeys), during: "importing one private key")
        }
        if let keychain { try store(items, in: keychain, of: client) }
        let found = FoundFormat(file, items, given: format)
        return Found(
            objects: objects(of: items, pairing: found.format == .formatPKCS12), format: found.format, type: found.type)
    }

    private func list(_ file: ItemSecret) throws(KeychainError) -> [ExternalItem] {
        guard type != .itemTypeSessionKey else { throw .unavailable("this version imports no symmetric keys") }
        do throws(TransferFailure) {
            return try ExternalItem.list(
                in: file, format: try wantedFormat, type: type.ofFiles,
                passphrase: passphrase.map { .given($0) } ?? .none)
        } catch {
            throw error.ofImport(hasPassphrase: passphrase != nil, isPKCS12: FoundFormat.isPKCS12(file))
        }
    }

    private var wantedFormat: ExternalFormat? {
        get throws(TransferFailure) {
            guard format != .formatUnknown else { return nil }
            guard let wanted = format.ofFiles else {
                throw .keychain(.unavailable("this version has no keys of the first version of SSH and of LSH"))
            }
            return wanted
        }
    }

    /// Every item that is not there yet.
    /// - Throws: `.duplicateItem` if all are.
    private func store(
        _ items: [ExternalItem], in keychain: SecKeychain, of client: KeychainClient
    ) throws(KeychainError) {
        var importer = ItemImporter(into: .existing(keychain.path), of: client)
        importer.isExtractable = isExtractable
        let index = CertificateIndex(items)
        var added = 0
        for item in items { if try importer.add(item, in: index) { added += 1 } }
        guard added > 0 || items.isEmpty else { throw KeychainError(.duplicateItem, during: "importing a file") }
    }

    /// - Parameter pairing: Whether keys and their certificates become identities, as those of PKCS#12 do.
    private func objects(of items: [ExternalItem], pairing: Bool) -> [AnyObject] {
        let index = CertificateIndex(items)
        var paired: Set<ExternalItem> = []
        var objects: [AnyObject] = []
        for item in items {
            guard pairing, case .key(let key) = item, let own = index.certificates(of: item).first,
                let identity = SecIdentity.object(for: SecCertificate.object(for: own), SecKey.object(for: key))
            else { continue }
            paired.formUnion([item, .certificate(own)])
            objects.append(identity)
        }
        for item in items where !paired.contains(item) {
            switch item {
            case .certificate(let certificate): objects.append(SecCertificate.object(for: certificate))
            case .key(let key): objects.append(SecKey.object(for: key))
            }
        }
        return objects
    }
}

extension ItemSecret {
    /// The passphrase of parameters, or nil.
    /// - Throws: `.parameter` for what is neither text nor data.
    static func passphrase(of parameters: SecItemImportExportKeyParameters) throws(KeychainError) -> ItemSecret? {
        switch unsafe parameters.passphrase?.takeUnretainedValue() {
        case nil: return nil
        case let text as NSString:
            var text = text as String
            return text.withUTF8 { ItemSecret(unsafe SecretBytes(copying: UnsafeRawBufferPointer($0))) }
        case let data as NSData: return ItemSecret(unsafe SecretBytes(copying: data.buffer))
        default: throw KeychainError(.parameter, during: "reading the passphrase of a file")
        }
    }
}

extension TransferFailure {
    /// The codes of macOS.
    fileprivate func ofImport(hasPassphrase: Bool, isPKCS12: Bool) -> KeychainError {
        switch self {
        case .keychain(let error) where error.code == .authFailed:
            let code =
                hasPassphrase ? (isPKCS12 ? errSecPkcs12VerifyFailure : errSecAuthFailed) : errSecPassphraseRequired
            return KeychainError(.init(rawValue: code), during: "opening a file that is under a passphrase")
        // Bytes that break off or are none of what they begin as.
        case .keychain(let error) where error.code == .decode:
            return KeychainError(.unknownFormat, during: "reading a file of certificates and keys")
        case .keychain(let error): return error
        case .asking, .isNotOfForm, .isNotOfType, .doesNotBelong, .hasNoForm, .isReadOnly, .holdsCertificatesAlone,
            .holdsOneItem, .isNoCertificate, .nothingToWrite:
            return KeychainError(.unknownFormat, during: "comparing a file with what it was said to hold")
        }
    }
}
