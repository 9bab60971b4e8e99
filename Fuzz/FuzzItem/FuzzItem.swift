// Fuzzes what is sealed in a row, and rows in quarantine: what decodes as a list, secret, envelope, access list entry,
// access control, reference or record of a row encodes back.
// SPDX-License-Identifier: Apache-2.0

import FuzzSupport
import LatchkeyCrypto
import LatchkeyModel
import LatchkeyPlatform
import LatchkeyStore

@main enum FuzzItem {
    static func main() {
        unsafe fuzz { start, count in
            FuzzItem.run(unsafe input(at: start, count: count))
            return 0
        }
    }

    private static func run(_ bytes: [UInt8]) {
        decodeList(bytes)
        decodeSecret(bytes)
        // A list of any length is a secret once it is padded.
        let padding = Padding.paddedCount(for: bytes.count) - bytes.count
        decodeSecret(bytes + [UInt8](repeating: 0, count: padding))
        decodeAccessListEntry(bytes)
        decodeAccessListEntry(bytes + [UInt8](repeating: 0, count: padding))
        decodeAccessControl(bytes)
        decodeReference(bytes)
        decodeEnvelope(bytes)
        decodeQuarantinedRow(bytes)
    }

    /// Password, salt, cost and place of "the envelope that the refusals change" in
    /// Tests/Vectors/application-password.json.
    private static let salt = bytes(hexadecimal: "9a25139f88d4a3c2a31307c8c2353f5b")
    private static let place = BlobPlace(
        .applicationSecret, keychain: RowIdentifier(bytes(hexadecimal: "dc8ba50e7d1279cf72023fd0ceb0dcab"))!,
        itemClass: .genericPassword, row: RowIdentifier(bytes(hexadecimal: "276fa42aa020d5bd8a8b230866041618")),
        protection: .ak, binding: [0, 0, 0, 0, 0x80, 0, 0, 0])
    private static let key: ApplicationKey? = {
        let cost = PasswordCost(memory: 19_456, passes: 2)
        return try? ApplicationKey(
            from: SecretBytes(copying: Array("correct horse".utf8)), with: .init(salt: salt, cost: cost))
    }()

    private static func decodeEnvelope(_ bytes: [UInt8]) {
        do {
            let envelope = try PasswordEnvelope(decoding: bytes)
            check(envelope.encoded == bytes, "an envelope that decodes encodes to the same bytes")
            // A key for other parameters would take Argon2id for each input.
            guard let key, envelope.parameters == key.parameters else { return }
            let plaintext = try envelope.open(with: key, at: place)
            let again = try PasswordEnvelope(
                sealing: plaintext, under: key, at: place, nonce: Array(bytes[59..<83]))
            check(again.encoded == bytes, "an envelope that opens seals to the same bytes")
        } catch {
            check(error, isOneOf: [.decode, .authFailed, .wrongVersion])
        }
    }

    private static func decodeList(_ bytes: [UInt8]) {
        do {
            let list = unsafe bytes.withUnsafeBytes { bytes in
                Result { () throws(KeychainError) in try unsafe AttributeList.decode(bytes) }
            }
            let attributes = try list.get()
            check(AttributeList.encode(attributes) == bytes, "a list that decodes encodes to the same bytes")
            check(ItemDigest.digest(of: attributes, secret: nil).count == 20, "a list has a digest")
            for (attribute, value) in attributes { convert(value, of: attribute) }
        } catch {
            check(error, isOneOf: [.decode, .wrongVersion])
        }
    }

    /// The conversions that a value goes through on its way to a column.
    private static func convert(_ value: AttributeValue, of attribute: Attribute) {
        for itemClass in ItemClass.allCases {
            guard let kind = itemClass.description(of: attribute)?.kind else { continue }
            do {
                let converted = try value.converted(to: kind)
                let again = try converted.converted(to: kind)
                check(
                    again.canonicalBytes(for: kind) == converted.canonicalBytes(for: kind),
                    "a value of a column's kind stays as it is")
                _ = TextFolding.fold(converted.canonicalBytes(for: kind))
            } catch {
                check(error, isOneOf: [.parameter])
            }
        }
    }

    private static func decodeSecret(_ bytes: [UInt8]) {
        do {
            let plaintext = try SecretPlaintext(decoding: SecretBytes(copying: bytes))
            check(
                plaintext.encoded().isEqual(to: SecretBytes(copying: bytes)),
                "a secret that decodes encodes to the same bytes")
            check(
                ItemDigest.digest(of: plaintext.fields, secret: plaintext.secret).count == 20, "a secret has a digest")
        } catch {
            check(error, isOneOf: [.decode, .wrongVersion])
        }
    }

    private static func decodeAccessListEntry(_ bytes: [UInt8]) {
        do {
            let plaintext = try AccessListPlaintext(decoding: SecretBytes(copying: bytes))
            check(
                plaintext.encoded().isEqual(to: SecretBytes(copying: bytes)),
                "an entry of an access list that decodes encodes to the same bytes")
        } catch {
            check(error, isOneOf: [.decode, .wrongVersion])
        }
    }

    private static func decodeAccessControl(_ bytes: [UInt8]) {
        do {
            let accessControl = try AccessControl(decoding: bytes)
            check(accessControl.encoded == bytes, "an access control that decodes encodes to the same bytes")
        } catch {
            check(error, isOneOf: [.decode])
        }
    }

    private static func decodeQuarantinedRow(_ bytes: [UInt8]) {
        guard let columns = Quarantine.decode(bytes) else { return }
        var again: [UInt8] = []
        for column in columns {
            // A name that is no text was repaired, and is another one.
            guard !column.name.unicodeScalars.contains("\u{fffd}") else { return }
            again.append(UInt8(column.name.utf8.count))
            again += column.name.utf8
            again.append(column.kind.rawValue)
            again += UInt32(column.bytes.count).bigEndianBytes
            again += column.bytes
        }
        check(again == bytes, "the record of a row that decodes encodes to the same bytes")
    }

    private static func decodeReference(_ bytes: [UInt8]) {
        do {
            let reference = try PersistentReference(decoding: bytes)
            check(reference.encoded == bytes, "a reference that decodes encodes to the same bytes")
        } catch {
            check(error, isOneOf: [.parameter])
        }
    }
}
