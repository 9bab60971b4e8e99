// Nothing on the way between an item and its row prints the secret.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyCrypto
import LatchkeyModel
import LatchkeyPlatform
import LatchkeyTestSupport
import Testing

@testable import LatchkeyStore

@Suite struct PrintingTests {
    private static let secret = TestSecret("secret of a row")
    private static let notes = "visible-notes"
    private static let forbidden = printedForms(of: secret.bytes) + printedForms(of: Array(notes.utf8))

    private func expectNothingShown(_ value: Any, sourceLocation: SourceLocation = #_sourceLocation) {
        let text = everyPrint(of: value)
        for word in Self.forbidden {
            let isShown = text.contains(word)
            #expect(!isShown, sourceLocation: sourceLocation)
        }
    }

    private func plaintext() -> SecretPlaintext {
        SecretPlaintext(
            secret: ItemSecret(Self.secret), fields: [.extraNotes: .data(Array(Self.notes.utf8))],
            tamperCheck: [UInt8](repeating: 7, count: 16))
    }

    @Test func `the plaintext of a secret shows its length only`() throws {
        expectNothingShown(plaintext())
        expectNothingShown(try SecretPlaintext(decoding: plaintext().encoded()))
    }

    @Test func `what becomes of a secret shows nothing of it, nor of the password that it is sealed under`() throws {
        let parameters = ApplicationKey.Parameters(
            salt: [UInt8](repeating: 5, count: 16), cost: PasswordCost(memory: 19 * 1024, passes: 2))
        // The same word, so that one search finds both.
        let key = try ApplicationKey(from: SecretBytes(recorded: Self.secret.bytes), with: parameters)
        let place = BlobPlace(
            .applicationSecret, keychain: .random(), itemClass: .genericPassword, row: .random(), protection: .ak,
            binding: [])
        let envelope = try PasswordEnvelope(sealing: plaintext().encoded(), under: key, at: place)
        let secrets: [SealedItem.Secret] = [
            .new(ItemSecret(Self.secret)), .underPassword(ItemSecret(Self.secret), key), .kept(envelope), .none,
        ]
        for secret in secrets { expectNothingShown(secret) }
        expectNothingShown(key)
        expectNothingShown(envelope)
    }
}
