// Reads what is exported, one item after the other, and says what is left out.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyCertificates
import LatchkeyClient
import LatchkeyModel
package import LatchkeyObjects
import LatchkeyPlatform
import LatchkeyTooling

extension ExportSelection {
    /// Nil for a key that is not given, which is said.
    static func key(
        of item: ReturnedItem, in keychain: NamedKeychain, _ context: ToolContext, _ found: inout Found
    ) throws(CommandFailure) -> KeyData? {
        try unlessRefused("key", item, context, &found) { () throws(KeychainError) in
            try key(of: item, in: keychain, context)
        }
    }

    /// Nil for a certificate that is not given, which is said.
    /// - Parameter data: nil if somebody has to be asked for it.
    static func certificate(
        _ item: ReturnedItem, _ data: [UInt8]?, in keychain: NamedKeychain, _ context: ToolContext, _ found: inout Found
    ) throws(CommandFailure) -> [UInt8]? {
        if let data { return data }
        return try unlessRefused("certificate", item, context, &found) { () throws(KeychainError) in
            var query = ItemArguments.query(item)
            query.returning = .data
            guard let stored = try context.client.copy(query, in: keychain.address).first else {
                throw KeychainError(.itemNotFound, during: "reading a certificate")
            }
            return StoredCertificate(item: stored, keychain: keychain).data
        }
    }

    private static func unlessRefused<R>(
        _ kind: String, _ item: ReturnedItem, _ context: ToolContext, _ found: inout Found,
        _ body: () throws(KeychainError) -> R
    ) throws(CommandFailure) -> R? {
        do throws(KeychainError) {
            return try body()
        } catch  where error.leavesOut {
            let label = item.attributes[.label]?.text ?? ""
            noteLeftOut(kind, label, StatusMessage.sentence(for: error.code.rawValue), context)
            found.refusal = found.refusal ?? error
            return nil
        } catch {
            throw .keychain(error, function: function, argument: item.attributes[.label]?.text)
        }
    }

    fileprivate static func noteLeftOut(_ kind: String, _ label: String, _ reason: String, _ context: ToolContext) {
        context.note("the \(kind) \"\(PrintableText.of(label))\" is left out: \(reason)")
    }

    private static func key(
        of item: ReturnedItem, in keychain: NamedKeychain, _ context: ToolContext
    ) throws(KeychainError) -> KeyData {
        guard case .number(let type)? = item.attributes[.type], let type = KeyType(number: type),
            case .number(let number)? = item.attributes[.keyClass], let keyClass = KeyClass(rawValue: number)
        else { throw KeychainError.unavailable("the key is of a type that this version cannot export") }
        var query = ItemArguments.query(item)
        query.returning = .data
        do throws(KeychainError) {
            guard let secret = try context.client.copy(query, in: keychain.address).first?.secret else {
                throw KeychainError(.itemNotFound, during: "reading a key")
            }
            return try KeyData(of: type, keyClass, secret)
        } catch  where error.code == .dataNotAvailable {
            // It was made so since it was listed.
            throw staysInKeychain
        }
    }

    static var staysInKeychain: KeychainError {
        KeychainError(
            .dataNotAvailable, during: "exporting a key that is not extractable",
            hint: "the key was made or imported as one that never leaves its keychain; -t certs leaves keys out")
    }
}

extension ExportSelection.Found {
    /// Leaves out the keys whose kind does not have the format, and says so. If nothing else is there all of them
    /// stay: what is written next says why it cannot be.
    package mutating func leaveOutKinds(without format: ExternalFormat, _ context: ToolContext) {
        let lacks = entries.map { $0.item.lack(of: format) }
        guard lacks.contains(nil) else { return }
        var kept: [ExportSelection.Entry] = []
        for (entry, lack) in zip(entries, lacks) {
            guard let lack else {
                kept.append(entry)
                continue
            }
            ExportSelection.noteLeftOut(
                "key", entry.label, "Keys of its kind have no form \(format.rawValue).", context)
            refusal = refusal ?? lack
        }
        entries = kept
    }
}

extension KeychainError {
    /// Whether the user denied it, did not prove it, nobody could ask them, the item has gone since it was listed, or
    /// is of a type or has bytes that no key is made of. What comes next may be given all the same.
    fileprivate var leavesOut: Bool {
        let codes: [Code] = [
            .interactionNotAllowed, .userCanceled, .authFailed, .itemNotFound, .unimplemented, .decode,
        ]
        return codes.contains(code)
    }
}
