// A change of items whose new secret was checked before the transaction.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyCertificates
import LatchkeyModel
import LatchkeyPlatform

/// A private key is checked once, whatever rows get it, and nothing waits for the keychain meanwhile: RSA takes long.
struct CheckedChange: Sendable {
    let change: ItemChange
    /// Whether the secret that a row has is not needed, but for what is under a password of its program. What is to
    /// become of a key depends on its bytes.
    let replacesSecret: Bool
    /// The types of keys as which the new secret is refused: it has their form, and its parts do not belong together.
    private let refusals: [KeyType: KeychainError]

    init(_ change: ItemChange, of itemClass: ItemClass) {
        self.change = change
        replacesSecret = change.secret != nil && itemClass != .key
        var refusals: [KeyType: KeychainError] = [:]
        if itemClass == .key, let secret = change.secret {
            for type in KeyType.allCases where change.mayBecome(type) {
                let attributes: AttributeValues = [
                    .type: .number(type.rawValue), .keyClass: .number(KeyClass.private.rawValue),
                ]
                do throws(KeychainError) { try attributes.requireWholeKey(secret) } catch { refusals[type] = error }
            }
        }
        self.refusals = refusals
    }

    /// - Throws: as ``AttributeValues/requireWholeKey(_:)`` with the new secret, if there is one.
    func requireWholeKey(for item: Item) throws(KeychainError) {
        guard case .number(let number)? = item.attributes[.type], let type = KeyType(number: number),
            item.attributes[.keyClass] == .number(KeyClass.private.rawValue), let refusal = refusals[type]
        else { return }
        throw refusal
    }
}

extension ItemChange {
    /// Whether a row may be a private key of this type afterwards.
    fileprivate func mayBecome(_ type: KeyType) -> Bool {
        if let half = attributes[.keyClass], half != .number(KeyClass.private.rawValue) { return false }
        guard case .number(let number)? = attributes[.type] else { return true }
        return KeyType(number: number) == type
    }
}
