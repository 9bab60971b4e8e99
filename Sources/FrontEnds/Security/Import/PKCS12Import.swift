// Reads a PKCS#12 file for a program, and stores what is in it if that is asked for.
// SPDX-License-Identifier: Apache-2.0

import Foundation
package import LatchkeyCFTypes
import LatchkeyCertificates
package import LatchkeyClient
import LatchkeyFormats
import LatchkeyModel
import LatchkeyPlatform

package struct PKCS12Import {
    private let client: KeychainClient
    private let time: Duration

    /// How long evaluations of trust are begun in one import. Whoever makes a file chooses how many identities it has,
    /// and can make each of them take as long as an evaluation may.
    package static let evaluationTime: Duration = .seconds(4)

    package init(client: KeychainClient, evaluating time: Duration = Self.evaluationTime) {
        self.client = client
        self.time = time
    }

    package func run(
        _ data: CFData, _ options: CFDictionary, _ items: UnsafeMutablePointer<CFArray?>
    ) -> OSStatus {
        do throws(KeychainError) {
            let options = try ImportOptions(options)
            let bytes = unsafe UnsafeRawBufferPointer(start: data.bytes, count: data.length)
            let file = ItemSecret(unsafe SecretBytes(copying: bytes))
            let contents = try PKCS12Reader.contents(of: file, password: options.password)
            for entry in contents.certificates { try requireDefaults(of: entry.certificate) }
            let index = PKCS12Index(contents)
            var known: Set<Entry.Name> = []
            // What is in the file twice is one identity.
            let entries = contents.keys.compactMap { Entry($0, in: index) }.filter { known.insert($0.name).inserted }
            if options.isStored {
                for entry in entries { try store(entry, options) }
            }
            let source = TrustSource(client: client)
            let end = ContinuousClock.now + time
            unsafe items.pointee = NSArray(array: entries.map { $0.dictionary(source, evaluatingUntil: end) })
            return errSecSuccess
        } catch {
            // What is not known is what cannot be read (reference 5.10.5).
            return error.code == .unimplemented ? errSecDecode : error.code.rawValue
        }
    }

    /// - Throws: `.decode` for an extension that says in so many bytes that it is not critical, as on Apple's systems.
    private func requireDefaults(of certificate: Certificate) throws(KeychainError) {
        guard let parts = try? CertificateParts(certificate) else { return }
        guard !parts.extensions.contains(where: \.statesDefault) else {
            throw KeychainError(.decode, during: "reading the extensions of an imported certificate")
        }
    }

    private func store(_ entry: Entry, _ options: ImportOptions) throws(KeychainError) {
        try add(entry.identity, options)
        for certificate in entry.chain.dropFirst() { try add(certificate, options) }
    }

    private func add(_ object: AnyObject, _ options: ImportOptions) throws(KeychainError) {
        let addition = NSMutableDictionary()
        for (key, value) in options.attributes { addition[key] = value }
        addition[kSecValueRef] = object
        let status = unsafe ItemCalls(client: client).add(addition, nil)
        guard status == errSecSuccess || status == errSecDuplicateItem else {
            throw KeychainError(.init(rawValue: status), during: "storing what was imported")
        }
    }

    /// An identity with its chain.
    private struct Entry {
        let identity: SecIdentity
        let chain: [SecCertificate]
        let label: PKCS12Contents.Label

        /// What makes two entries one.
        struct Name: Hashable {
            let identity: SecIdentity
            let keyID: [UInt8]?
        }

        var name: Name { Name(identity: identity, keyID: label.keyID) }

        /// Nil for a key without a certificate.
        init?(_ key: PKCS12Contents.Key, in index: PKCS12Index) {
            guard let own = index.certificate(of: key),
                let identity = SecIdentityCreate(
                    nil, SecCertificate.object(for: own.certificate), SecKey.object(for: key.key))
            else { return nil }
            self.identity = identity
            chain = index.chain(from: own.certificate).map(SecCertificate.object)
            label = PKCS12Contents.Label(
                name: key.label.name ?? own.label.name, keyID: key.label.keyID ?? own.label.keyID)
        }

        func dictionary(_ source: TrustSource, evaluatingUntil end: ContinuousClock.Instant) -> NSDictionary {
            let result = NSMutableDictionary()
            result[kSecImportItemIdentity] = identity
            result[kSecImportItemCertChain] = NSArray(array: chain)
            let trust = SecTrust(chain, [SecPolicyCreateBasicX509()], source: source)
            // Evaluated already (reference 5.10.1), as far as there is time: the others are when they are asked.
            if ContinuousClock.now < end { _ = trust.evaluate() }
            result[kSecImportItemTrust] = trust
            let name = label.name ?? chain.first?.content.subjectSummary
            if let name { result[kSecImportItemLabel] = name as NSString }
            if let identifier = label.keyID { result[kSecImportItemKeyID] = Data(identifier) as NSData }
            return result
        }
    }
}

/// The dictionary of an import.
private struct ImportOptions {
    let password: ItemSecret
    let isStored: Bool
    /// What goes to SecItemAdd.
    let attributes: [NSString: AnyObject]

    /// - Throws: `.parameter` for a passphrase or a flag of another type.
    init(_ options: CFDictionary) throws(KeychainError) {
        let refusal = KeychainError(.parameter, during: "reading the options of an import")
        var attributes: [NSString: AnyObject] = [:]
        for entry in _cfEntries(of: options) {
            guard let key = entry.key as? NSString else { throw refusal }
            attributes[key] = entry.value
        }
        let passphrase = attributes.removeValue(forKey: kSecImportExportPassphrase)
        let memoryOnly = attributes.removeValue(forKey: kSecImportToMemoryOnly)
        for key in [kSecImportExportKeychain, kSecImportExportAccess] { attributes.removeValue(forKey: key) }
        guard passphrase == nil || passphrase is NSString, memoryOnly == nil || memoryOnly is NSNumber else {
            throw refusal
        }
        var text = (passphrase as? NSString) as String? ?? ""
        password = text.withUTF8 { ItemSecret(unsafe SecretBytes(copying: UnsafeRawBufferPointer($0))) }
        let usesKeychain = (attributes[kSecUseDataProtectionKeychain] as? NSNumber)?.boolValue ?? false
        isStored = usesKeychain && !((memoryOnly as? NSNumber)?.boolValue ?? false)
        self.attributes = attributes
    }
}
