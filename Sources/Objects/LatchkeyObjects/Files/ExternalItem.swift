// A certificate or key on its way into a keychain.
// SPDX-License-Identifier: Apache-2.0

package import LatchkeyCertificates
package import LatchkeyFormats
import LatchkeyModel
package import LatchkeyPlatform

package enum ExternalItem: Hashable, Sendable {
    case certificate(Certificate)
    case key(KeyData)

    /// Most blocks of a PEM text, and most items of a file.
    private static let largestCount = 4096

    /// What a file holds, in its order.
    /// - Parameter type: what the user says it is; without it, a raw key cannot be told. PKCS#12 is taken whole,
    ///   whatever they says, as on macOS.
    /// - Parameter budget: how often the file may have its passphrase hashed.
    /// - Throws: -25257 if nothing can be read in it, -25293 for another passphrase.
    package static func list(
        in file: ItemSecret, format: ExternalFormat?, type: ItemType?, passphrase: FilePassphrase = .none,
        within budget: WorkBudget = WorkBudget()
    ) throws(TransferFailure) -> [ExternalItem] {
        let found: ExternalContents
        if format == .raw {
            let key = try transferring { () throws(KeychainError) in try rawKey(file, type) }
            found = ExternalContents(items: [.key(key)], container: nil)
        } else {
            found = isText(file) ? try pem(file, passphrase, budget) : try der(file, format, passphrase, budget)
        }
        if let format, format.isContainer || found.container != nil, format != .openssl, format != .pemseq,
            format != found.container
        {
            throw .isNotOfForm(format)
        }
        for item in found.items {
            if let type, found.container != .pkcs12, !item.is(type) {
                throw .isNotOfType(item.words)
            }
            if let format, !format.isContainer, found.container == nil, !item.canBe(format) {
                throw .doesNotBelong(item.words, in: format)
            }
        }
        return found.items
    }

    /// The certificates of a file, and how many other things it holds.
    package static func certificates(
        in file: ItemSecret
    ) throws(KeychainError) -> (certificates: [Certificate], others: Int) {
        guard isText(file) else {
            return ([try Certificate(der: file.bytes.declassified(because: "a certificate is public"))], 0)
        }
        let blocks = try PEMBlock.blocks(in: file)
        try requireFew(blocks)
        var certificates: [Certificate] = []
        for block in blocks {
            if let certificate = try certificate(in: block) { certificates.append(certificate) }
        }
        return (certificates, blocks.count - certificates.count)
    }

    private static func isText(_ file: ItemSecret) -> Bool {
        file.firstPlace(of: "-----BEGIN ") != nil
    }

    private static func pem(
        _ file: ItemSecret, _ passphrase: FilePassphrase, _ budget: WorkBudget
    ) throws(TransferFailure) -> ExternalContents {
        var found = ExternalContents(items: [], container: nil)
        // OpenSSH's public keys are lines between the blocks, or beside them.
        let parts = try transferring { () throws(KeychainError) in
            try unsafe PEMPart.parts(in: file, atMost: largestCount) { line in
                unsafe OpenSSHPublicKey.isBeginning(of: line)
            }
        }
        var budget = budget
        for part in parts {
            let more = try contents(of: part, passphrase, &budget)
            found.items += more.items
            found.container = more.container ?? found.container
            try transferring { () throws(KeychainError) in try requireFew(found.items) }
        }
        guard !found.items.isEmpty || found.container != nil else {
            throw .keychain(
                KeychainError(.unknownFormat, during: "looking for certificates and keys in a PEM text"))
        }
        return found
    }

    private static func contents(
        of part: PEMPart, _ passphrase: FilePassphrase, _ budget: inout WorkBudget
    ) throws(TransferFailure) -> ExternalContents {
        let block: PEMBlock
        switch part {
        case .block(let found): block = found
        case .line(let line):
            let key = try transferring { () throws(KeychainError) in try OpenSSHPublicKey.key(in: line) }
            return ExternalContents(items: [.key(key)], container: .openssh2)
        }
        if let found = try ExternalContents(in: block, passphrase, within: &budget) { return found }
        return try transferring { () throws(KeychainError) in
            if let hint = ExternalFormat.hint(forLabel: block.label) { throw .unavailable(hint) }
            var items: [ExternalItem] = []
            if let certificate = try certificate(in: block) {
                items.append(.certificate(certificate))
            } else if let key = try block.key() {
                items.append(.key(key))
            }
            return ExternalContents(items: items, container: nil)
        }
    }

    private static func requireFew(_ list: [some Any]) throws(KeychainError) {
        guard list.count <= largestCount else {
            throw KeychainError(
                .decode, during: "counting what is in a file", hint: "the file holds more than 4096 items")
        }
    }

    private static func certificate(in block: PEMBlock) throws(KeychainError) -> Certificate? {
        // The certificate of OpenSSL's own form comes first; what it says of trust is cut off.
        guard block.label == "TRUSTED CERTIFICATE" else { return try block.certificate() }
        try block.requireOpen()
        return try Certificate(der: block.contents.bytes.declassified(because: "a certificate is public"))
    }

    private static func der(
        _ file: ItemSecret, _ format: ExternalFormat?, _ passphrase: FilePassphrase, _ budget: WorkBudget
    ) throws(TransferFailure) -> ExternalContents {
        var budget = budget
        if let found = try ExternalContents(der: file, passphrase, within: &budget) { return found }
        let item = try transferring { () throws(KeychainError) -> ExternalItem in
            if format != .pkcs8, format != .bsafe, let certificate = try certificate(der: file) {
                return .certificate(certificate)
            }
            do throws(KeychainError) {
                return .key(try KeyData(der: file))
            } catch  where error.code == .decode {
                throw KeychainError(.unknownFormat, during: "looking for a certificate or key")
            }
        }
        return ExternalContents(items: [item], container: nil)
    }

    /// The bytes leave wiped memory only once they were found to be a certificate in it.
    /// - Throws: `.notAvailable` if there is no OpenSSL: the bytes may be a private key then.
    private static func certificate(der file: ItemSecret) throws(KeychainError) -> Certificate? {
        do throws(KeychainError) {
            _ = try KeyData(der: file)
            return nil
        } catch {
            guard error.code != .notAvailable else { throw error }
        }
        return try? Certificate(der: file.bytes.declassified(because: "it is no private key that can be read"))
    }

    /// The key in Apple's external representation, which does not name its kind: its length does.
    private static func rawKey(_ file: ItemSecret, _ type: ItemType?) throws(KeychainError) -> KeyData {
        let keyClass: KeyClass
        switch type {
        case .privateKey: keyClass = .private
        case .publicKey: keyClass = .public
        default:
            throw KeychainError(
                .unknownFormat, during: "reading a raw key", hint: "say with -t pub or -t priv what the raw key is")
        }
        if let key = try? KeyData(of: .ellipticCurve, keyClass, file) { return key }
        do {
            return try KeyData(.rsa, keyClass, file)
        } catch {
            throw KeychainError(.unknownFormat, during: "reading a raw key")
        }
    }
}
