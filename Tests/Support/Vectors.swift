// Finds and reads the vector files of Tests/Vectors.
// SPDX-License-Identifier: Apache-2.0

package import Foundation
import LatchkeyModel
package import LatchkeyPlatform

/// The folder of the vectors, which other implementations read as well.
package enum Vectors {
    /// A file with nothing in it, or none at all, is a failure and no suite that passes.
    package struct Missing: Error {
        package let file: String
    }

    private static let directory = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent("Vectors")

    /// The bytes of a file, such as `wycheproof/ed25519_test.json`.
    package static func data(of file: String) throws -> Data {
        try Data(contentsOf: directory.appendingPathComponent(file))
    }

    /// The contents of a file, such as `keybag.json`.
    package static func load<Contents: Decodable>(_ contents: Contents.Type, from file: String) throws -> Contents {
        try JSONDecoder().decode(Contents.self, from: data(of: file))
    }

    /// The vectors of a file in our own form that satisfy `isIncluded`.
    /// - Throws: ``Missing`` if there are none.
    package static func all<Vector: Decodable>(
        _: Vector.Type, in file: String, where isIncluded: (Vector) -> Bool = { _ in true }
    ) throws -> [Vector] {
        let vectors = try load(VectorFile<Vector>.self, from: file).vectors.filter(isIncluded)
        guard !vectors.isEmpty else { throw Missing(file: file) }
        return vectors
    }

    /// The vectors of a Wycheproof file whose group satisfies `isIncluded`.
    /// - Throws: ``Missing`` if there are none.
    package static func wycheproof<Vector: Decodable>(
        _: Vector.Type, in file: String, where isIncluded: (WycheproofGroup<Vector>) -> Bool
    ) throws -> [Vector] {
        let groups = try load(WycheproofFile<Vector>.self, from: "wycheproof/" + file).testGroups
        let vectors = groups.filter(isIncluded).flatMap(\.tests)
        guard !vectors.isEmpty else { throw Missing(file: file) }
        return vectors
    }
}

private struct VectorFile<Vector: Decodable>: Decodable { let vectors: [Vector] }

private struct WycheproofFile<Vector: Decodable>: Decodable { let testGroups: [WycheproofGroup<Vector>] }

/// Vectors with the same sizes, in bits.
package struct WycheproofGroup<Vector: Decodable>: Decodable {
    package let keySize: Int?
    package let ivSize: Int?
    package let tagSize: Int?
    package let tests: [Vector]
}

/// What our own vectors expect.
package enum VectorOutcome: String, Decodable, Sendable {
    case success, decode, wrongVersion, authFailed, notAvailable

    /// The code that the vector is refused with; nil for one that is taken.
    package var code: KeychainError.Code? {
        switch self {
        case .success: nil
        case .decode: .decode
        case .wrongVersion: .wrongVersion
        case .authFailed: .authFailed
        case .notAvailable: .notAvailable
        }
    }
}

/// Bytes that are spelt in hexadecimal. Many are keys, so the output of a test has their number only.
package struct Hex: Hashable, Sendable, Decodable, ExpressibleByStringLiteral, CustomStringConvertible {
    package let bytes: [UInt8]

    package var description: String { "\(bytes.count) bytes" }

    package init(stringLiteral text: String) {
        guard let hex = Hex(text) else { preconditionFailure("not hexadecimal: \(text)") }
        self = hex
    }

    package init?(_ text: String) {
        let digits = text.unicodeScalars.compactMap { UInt8(String($0), radix: 16) }
        guard digits.count == text.unicodeScalars.count, digits.count.isMultiple(of: 2) else { return nil }
        bytes = stride(from: 0, to: digits.count, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
    }

    package init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        guard let hex = Hex(try container.decode(String.self)) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "not hexadecimal")
        }
        self = hex
    }

    /// The digits of some bytes.
    package static func digits(_ bytes: [UInt8]) -> String {
        bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }
}
