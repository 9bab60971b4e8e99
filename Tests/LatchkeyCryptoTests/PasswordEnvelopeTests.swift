// What is sealed under a password of an application: the shared vectors, and every way in which it does not open.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyCrypto
import LatchkeyModel
import LatchkeyPlatform
import LatchkeyTestSupport
import Testing

private struct EnvelopeVector: Decodable, Sendable, CustomTestStringConvertible {
    struct Place: Decodable, Sendable {
        let purpose: String
        let keychain: Hex
        let itemClass: String
        let row: Hex
        let protection: String
        let binding: Hex
    }

    let id: String
    let expect: VectorOutcome
    let password: String
    let place: Place
    let nonce: Hex
    let envelope: Hex
    let plaintext: Hex
    var testDescription: String { id }

    func blobPlace() throws -> BlobPlace {
        let purpose: BlobPlace.Purpose? = .init(rawValue: place.purpose)
        let keychain: RowIdentifier? = RowIdentifier(place.keychain.bytes)
        return BlobPlace(
            try #require(purpose), keychain: try #require(keychain), itemClass: ItemClass(rawValue: place.itemClass),
            row: RowIdentifier(place.row.bytes), protection: ProtectionClass(rawValue: place.protection),
            binding: place.binding.bytes)
    }

    static func all(_ isIncluded: (EnvelopeVector) -> Bool = { _ in true }) throws -> [EnvelopeVector] {
        try Vectors.all(EnvelopeVector.self, in: "application-password.json", where: isIncluded)
    }
}

@Suite struct PasswordEnvelopeTests {
    private static let row = RowIdentifier.random()
    private static let keychain = RowIdentifier.random()
    private static let place = BlobPlace(
        .applicationSecret, keychain: keychain, itemClass: .genericPassword, row: row, protection: .ak,
        binding: [1, 2, 3])
    private let password: TestSecret = "a program's own"
    private let parameters = ApplicationKey.Parameters(salt: [UInt8](repeating: 7, count: 16), cost: cheap)

    private func key(
        _ password: TestSecret, _ parameters: ApplicationKey.Parameters? = nil
    ) throws(KeychainError) -> ApplicationKey {
        try ApplicationKey(from: SecretBytes(recorded: password.bytes), with: parameters ?? self.parameters)
    }

    private func sealed(_ key: ApplicationKey, at place: BlobPlace = place) throws(KeychainError) -> PasswordEnvelope {
        try PasswordEnvelope(sealing: SecretBytes(recorded: Array("plain".utf8)), under: key, at: place)
    }

    private func opened(
        _ bytes: [UInt8], with key: ApplicationKey, at place: BlobPlace = place
    ) throws(KeychainError) -> [UInt8] {
        try PasswordEnvelope(decoding: bytes).open(with: key, at: place).declassified(because: "it is test data")
    }

    @Test(arguments: try EnvelopeVector.all())
    fileprivate func `the shared vectors open or are refused`(vector: EnvelopeVector) throws {
        let place = try vector.blobPlace()
        #expect(place.itemClass != nil && place.row != nil && place.protection != nil)
        let code = failure { () throws(KeychainError) in
            let envelope = try PasswordEnvelope(decoding: vector.envelope.bytes)
            let key = try key(TestSecret(exactly: vector.password), envelope.parameters)
            _ = try envelope.open(with: key, at: place)
        }
        switch vector.expect {
        case .success:
            #expect(code == nil)
            let envelope = try PasswordEnvelope(decoding: vector.envelope.bytes)
            let key = try key(TestSecret(exactly: vector.password), envelope.parameters)
            #expect(try opened(vector.envelope.bytes, with: key, at: place) == vector.plaintext.bytes)
            let again = try PasswordEnvelope(
                sealing: SecretBytes(recorded: vector.plaintext.bytes), under: key, at: place,
                nonce: vector.nonce.bytes)
            #expect(again.encoded == vector.envelope.bytes && envelope.encoded == vector.envelope.bytes)
        case .decode, .authFailed, .wrongVersion: #expect(code == vector.expect.code)
        case .notAvailable: Issue.record("no envelope fails like that")
        }
    }

    @Test func `one flipped bit anywhere is refused, and costs no more than an envelope may`() throws {
        let right = try key(password)
        let bytes = try sealed(right).encoded
        #expect(try opened(bytes, with: right) == Array("plain".utf8))
        // One bit of each byte of the salt: each costs a key.
        let bits = Array(0..<8) + stride(from: 8, to: 17 * 8, by: 8) + Array(17 * 8..<bytes.count * 8)
        for bit in bits {
            var changed = bytes
            changed[bit / 8] ^= 1 << UInt8(bit % 8)
            let code = failure { () throws(KeychainError) in
                let envelope = try PasswordEnvelope(decoding: changed)
                // Where the parameters are others, so is the key.
                let key = envelope.parameters == right.parameters ? right : try key(password, envelope.parameters)
                _ = try envelope.open(with: key, at: Self.place)
            }
            switch bit / 8 {
            // The version of the envelope, and version and generation of what is in it.
            case 0, 57, 58: #expect(code == .wrongVersion, "bit \(bit)")
            case 1..<17, 25..<57: #expect(code == .authFailed, "bit \(bit)")
            // Another cost is outside of the bounds, or gives another key.
            case 17..<25: #expect(code == .decode || code == .authFailed, "bit \(bit)")
            default: #expect(code == .decode, "bit \(bit)")
            }
        }
    }

    @Test func `every shorter piece and one byte more are refused`() throws {
        let right = try key(password)
        let bytes = try sealed(right).encoded
        for count in 0..<bytes.count {
            #expect(failure { _ = try opened(Array(bytes.prefix(count)), with: right) } == .decode)
        }
        #expect(failure { _ = try opened(bytes + [0], with: right) } == .decode)
    }

    @Test func `no other password opens it`() throws {
        let bytes = try sealed(key(password)).encoded
        for other in ["a program's owm", "", "A program's own"] as [TestSecret] {
            let wrong = try key(other)
            #expect(failure { _ = try opened(bytes, with: wrong) } == .authFailed)
        }
    }

    @Test func `the key of another item is not taken for a wrong password`() throws {
        let other = try key(password, .init(salt: [UInt8](repeating: 8, count: 16), cost: cheap))
        let bytes = try sealed(key(password)).encoded
        #expect(failure { _ = try opened(bytes, with: other) } == .internalError)
    }

    @Test(
        arguments: [
            (
                BlobPlace(
                    .itemSecret, keychain: keychain, itemClass: .genericPassword, row: row, protection: .ak,
                    binding: [1, 2, 3]), .decode
            ),
            (
                BlobPlace(
                    .applicationSecret, keychain: .random(), itemClass: .genericPassword, row: row, protection: .ak,
                    binding: [1, 2, 3]), .decode
            ),
            (
                BlobPlace(
                    .applicationSecret, keychain: keychain, itemClass: .key, row: row, protection: .ak,
                    binding: [1, 2, 3]), .decode
            ),
            (
                BlobPlace(
                    .applicationSecret, keychain: keychain, itemClass: .genericPassword, row: row, protection: .ck,
                    binding: [1, 2, 3]), .decode
            ),
            (
                BlobPlace(
                    .applicationSecret, keychain: keychain, itemClass: .genericPassword, row: row, protection: .ak,
                    binding: []), .decode
            ),
            (
                BlobPlace(
                    .applicationSecret, keychain: keychain, itemClass: .genericPassword, row: .random(),
                    protection: .ak, binding: [1, 2, 3]), .authFailed
            ),
        ] as [(BlobPlace, KeychainError.Code)])
    func `an envelope opens at its own place only`(other: BlobPlace, expected: KeychainError.Code) throws {
        let right = try key(password)
        let bytes = try sealed(right).encoded
        #expect(failure { _ = try opened(bytes, with: right, at: other) } == expected)
        let moved = try sealed(right, at: other).encoded
        #expect(failure { _ = try opened(moved, with: right) } == expected)
        #expect(try opened(moved, with: right, at: other) == Array("plain".utf8))
    }

    @Test(
        arguments: [
            (19 * 1024 - 1, 2), (64 * 1024 + 1, 2), (19 * 1024, 1), (19 * 1024, 17), (0, 0), (.max, .max),
        ] as [(UInt32, UInt32)])
    func `a cost outside the bounds is not spent`(memory: UInt32, passes: UInt32) {
        let cost = PasswordCost(memory: memory, passes: passes)
        let parameters = ApplicationKey.Parameters(salt: [UInt8](repeating: 7, count: 16), cost: cost)
        #expect(failure { _ = try key(password, parameters) } == .notAvailable)
    }

    @Test func `new items have salts of their own and the standard cost`() {
        let salts = (0..<100).map { _ in ApplicationKey.Parameters.random() }
        #expect(Set(salts).count == 100 && salts.allSatisfy { $0.cost == .standard && $0.salt.count == 16 })
    }
}
