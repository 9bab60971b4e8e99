// Fuzzes the opening of sealed blobs: what opens seals to the same bytes, and what was sealed opens nowhere else.
// SPDX-License-Identifier: Apache-2.0

import FuzzSupport
import LatchkeyCrypto
import LatchkeyModel
import LatchkeyPlatform

@main enum FuzzSealedBlob {
    static func main() {
        unsafe fuzz { start, count in
            FuzzSealedBlob.run(unsafe input(at: start, count: count))
            return 0
        }
    }

    private static func run(_ bytes: [UInt8]) {
        open(bytes)
        do {
            try seal(bytes)
        } catch {
            check(false, "sealing does not fail, and what was sealed opens")
        }
    }

    /// Key and place of "the blob that the refusals change" in Tests/Vectors/sealed-blob.json.
    private static let key = SecretBytes(
        copying: bytes(hexadecimal: "8c7185ca46dd326b04bd45f62518216ac6f7be49b5b817f4a501ce14ee73d66c"))
    private static let keychain = RowIdentifier(bytes(hexadecimal: "dc8ba50e7d1279cf72023fd0ceb0dcab"))!
    private static let place = BlobPlace(
        .itemMetadata, keychain: keychain, itemClass: .genericPassword,
        row: RowIdentifier(bytes(hexadecimal: "276fa42aa020d5bd8a8b230866041618")), protection: .ak)
    private static let otherPlace = BlobPlace(
        .itemSecret, keychain: keychain, itemClass: .genericPassword, row: place.row, protection: .ak)

    private static func open(_ blob: [UInt8]) {
        do {
            let plaintext = try opened(blob, at: place)
            let nonce = Array(blob[2..<26])
            let again = try sealed(plaintext.declassified(because: "the key is in a public vector"), nonce: nonce)
            check(again == blob, "what opens seals to the same bytes")
        } catch {
            check(error, isOneOf: [.decode, .wrongVersion])
            check(
                (error.code == .wrongVersion)
                    == (blob.first.map { $0 != 1 } ?? false || blob.count >= SealedBlob.overhead && blob[1] != 0),
                "another version and another generation are told from damage")
        }
    }

    private static func seal(_ plaintext: [UInt8]) throws(KeychainError) {
        let nonce = Array((plaintext + [UInt8](repeating: 0, count: 24)).prefix(24))
        var blob = try sealed(plaintext, nonce: nonce)
        check(blob.count == plaintext.count + SealedBlob.overhead, "sealing adds 42 bytes")
        let isSame = try opened(blob, at: place).isEqual(to: SecretBytes(copying: plaintext))
        check(isSame, "what was sealed opens to the same bytes")
        check(!opens(blob, at: otherPlace), "a blob opens at its place only")
        // Any bit: the input says which.
        let position = plaintext.reduce(0) { ($0 &* 31 &+ Int($1)) & 0xffff }
        blob[position % blob.count] ^= 1 << (position & 7)
        check(!opens(blob, at: place), "a blob with a bit changed does not open")
    }

    private static func opens(_ blob: [UInt8], at place: BlobPlace) -> Bool {
        do {
            _ = try opened(blob, at: place)
            return true
        } catch {
            check(error, isOneOf: [.decode, .wrongVersion])
            return false
        }
    }

    private static func opened(_ blob: [UInt8], at place: BlobPlace) throws(KeychainError) -> SecretBytes {
        try unsafe key.withUnsafeBytes { key throws(KeychainError) in
            try unsafe SealedBlob.open(blob, under: key, at: place)
        }
    }

    private static func sealed(_ plaintext: [UInt8], nonce: [UInt8]) throws(KeychainError) -> [UInt8] {
        let plaintext = SecretBytes(copying: plaintext)
        return try unsafe key.withUnsafeBytes { key throws(KeychainError) in
            try unsafe plaintext.withUnsafeBytes { plaintext throws(KeychainError) in
                try unsafe SealedBlob.seal(plaintext, under: key, at: place, nonce: nonce)
            }
        }
    }
}
