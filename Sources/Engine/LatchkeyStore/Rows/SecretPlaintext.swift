// The plaintext of a row's secret: an attribute list and its padding, in wiped memory.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyCrypto
package import LatchkeyModel
package import LatchkeyPlatform

extension Attribute {
    /// `kSecValueData` inside the sealed secret.
    static let secretData = Attribute(rawValue: 0x6461_7461)
    /// 16 random bytes that tie a row's secret to its metadata.
    static let tamperCheck = Attribute(rawValue: 0x7463_686b)
    /// In the place of the secret, if that is sealed under a password of the application as well.
    static let passwordEnvelope = Attribute(rawValue: 0x6170_7764)
}

/// Documentation/Reference/Formats/SealedItem.md, section 3.
package struct SecretPlaintext {
    package let secret: ItemSecret?
    /// The binary fields of internet passwords.
    package let fields: AttributeValues
    package let tamperCheck: [UInt8]

    package init(secret: ItemSecret?, fields: AttributeValues, tamperCheck: [UInt8]) {
        self.secret = secret
        self.fields = fields
        self.tamperCheck = tamperCheck
    }

    /// The padded bytes. The secret is copied once, from wiped memory to wiped memory.
    package func encoded() -> SecretBytes {
        var others = fields
        others[.tamperCheck] = .data(tamperCheck)
        guard let secret else {
            let list = AttributeList.encode(others)
            return unsafe SecretBytes(count: Padding.paddedCount(for: list.count)) { target in
                unsafe target.copyBytes(from: list)
            }
        }
        // `data` lies between the names that sort before it and those after it.
        var head: [UInt8] = []
        AttributeList.appendStart(count: others.count + 1, to: &head)
        for (name, value) in others where name < .secretData { AttributeList.append(name, value, to: &head) }
        AttributeList.appendHeader(of: .secretData, type: 2, count: secret.count, to: &head)
        var tail: [UInt8] = []
        for (name, value) in others where name > .secretData { AttributeList.append(name, value, to: &tail) }
        let total = Padding.paddedCount(for: head.count + secret.count + tail.count)
        return unsafe SecretBytes(count: total) { target in
            unsafe target.copyBytes(from: head)
            let body = unsafe UnsafeMutableRawBufferPointer(rebasing: target[head.count...])
            unsafe secret.bytes.withUnsafeBytes { unsafe body.copyMemory(from: $0) }
            let rest = unsafe UnsafeMutableRawBufferPointer(rebasing: body[secret.count...])
            unsafe rest.copyBytes(from: tail)
        }
    }

    /// - Throws: `.decode` for anything but a list followed by zero bytes up to the bucket.
    package init(decoding bytes: borrowing SecretBytes) throws(KeychainError) {
        let damage = KeychainError(.decode, during: "reading a secret")
        self = unsafe try bytes.withUnsafeBytes { bytes throws(KeychainError) in
            var secret: ItemSecret?
            var fields = AttributeValues()
            let end = unsafe try AttributeList.forEachEntry(in: bytes) { entry throws(KeychainError) in
                if entry.attribute == .secretData {
                    guard entry.type == 2 else { throw damage }
                    secret = unsafe ItemSecret(
                        SecretBytes(copying: UnsafeRawBufferPointer(rebasing: bytes[entry.range])))
                } else {
                    fields[entry.attribute] = unsafe try AttributeList.value(of: entry, in: bytes)
                }
            }
            guard bytes.count == Padding.paddedCount(for: end), unsafe bytes[end...].allSatisfy({ $0 == 0 })
            else { throw damage }
            guard case .data(let tamperCheck)? = fields.removeValue(forKey: .tamperCheck), tamperCheck.count == 16
            else { throw damage }
            return SecretPlaintext(secret: secret, fields: fields, tamperCheck: tamperCheck)
        }
    }
}
