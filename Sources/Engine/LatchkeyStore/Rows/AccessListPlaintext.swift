// The plaintext of an entry of an access list: an attribute list and its padding.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyCrypto
package import LatchkeyModel
package import LatchkeyPlatform

extension Attribute {
    /// The application identifier of an entry.
    fileprivate static let application = Attribute(rawValue: 0x6170_706c)
    /// The partition of an entry.
    fileprivate static let partition = Attribute(rawValue: 0x7061_7274)
}

/// Documentation/Reference/Formats/Database.md, section 9.
package struct AccessListPlaintext {
    package let entry: AccessListEntry

    package init(_ entry: AccessListEntry) { self.entry = entry }

    /// The padded bytes; a list without entries stands for any application.
    package func encoded() -> SecretBytes {
        var attributes: AttributeValues = [:]
        switch entry {
        case .anyApplication: break
        case .application(let application):
            attributes = [.application: .string(application.identifier), .path: .string(application.path)]
        case .partition(let partition): attributes = [.partition: .string(partition.text)]
        }
        let list = AttributeList.encode(attributes)
        return unsafe SecretBytes(count: Padding.paddedCount(for: list.count)) { target in
            unsafe target.copyBytes(from: list)
        }
    }

    /// - Throws: `.decode` for anything but an entry followed by zero bytes up to the bucket.
    package init(decoding bytes: borrowing SecretBytes) throws(KeychainError) {
        let damage = KeychainError(.decode, during: "reading an access list")
        var attributes = unsafe try bytes.withUnsafeBytes { bytes throws(KeychainError) in
            var attributes: AttributeValues = [:]
            let end = unsafe try AttributeList.forEachEntry(in: bytes) { entry throws(KeychainError) in
                attributes[entry.attribute] = unsafe try AttributeList.value(of: entry, in: bytes)
            }
            guard bytes.count == Padding.paddedCount(for: end), unsafe bytes[end...].allSatisfy({ $0 == 0 })
            else { throw damage }
            return attributes
        }
        guard !attributes.isEmpty else {
            entry = .anyApplication
            return
        }
        if case .string(let text)? = attributes[.partition] {
            guard attributes.count == 1, let partition = AccessPartition(text: text) else { throw damage }
            entry = .partition(partition)
            return
        }
        guard case .string(let identifier)? = attributes.removeValue(forKey: .application),
            case .string(let path)? = attributes.removeValue(forKey: .path), attributes.isEmpty
        else { throw damage }
        entry = .application(TrustedApplication(identifier: identifier, path: path))
    }
}
