// Which script a launcher starts, and in which interpreter.
// SPDX-License-Identifier: Apache-2.0

/// Documentation/Reference/Formats/CodeSignature.md, section 6: stands at the end of the program, before the record,
/// whose digest covers it.
package struct ScriptPin: Hashable, Sendable {
    /// An absolute path.
    package let interpreter: String
    /// Stand before the script.
    package let options: [String]
    /// An absolute path.
    package let script: String
    /// Bytes of the script.
    package let scriptSize: UInt64
    /// SHA-256 of the script.
    package let digest: [UInt8]

    /// Longest script, in bytes.
    package static let largestScript: UInt64 = 64 << 20
    static let largestPath = 4095
    static let largestOptions = 4096
    static let mostOptions = 16
    private static let headerSize = 56
    private static let trailerSize = 32
    private static let magic = Array("~Latchkey pin of a script~~\n".utf8)
    /// The longest pin with its trailer, in bytes.
    static let largestSize = headerSize + 2 * largestPath + largestOptions + trailerSize

    /// - Returns: nil for what a pin cannot hold: a path that is not absolute or too long, too many options, a zero
    ///   byte.
    package init?(interpreter: String, options: [String], script: String, scriptSize: UInt64, digest: [UInt8]) {
        let optionsSize = options.reduce(0) { $0 + $1.utf8.count + 1 }
        guard
            [interpreter, script].allSatisfy({ $0.hasPrefix("/") && (2...Self.largestPath).contains($0.utf8.count) }),
            ([interpreter, script] + options).allSatisfy({ !$0.utf8.contains(0) }),
            options.count <= Self.mostOptions, optionsSize <= Self.largestOptions,
            scriptSize <= Self.largestScript, digest.count == 32
        else { return nil }
        self.interpreter = interpreter
        self.options = options
        self.script = script
        self.scriptSize = scriptSize
        self.digest = digest
    }

    /// What is appended to the program before it is signed.
    package var encoded: [UInt8] {
        let options: [UInt8] = options.flatMap { option -> [UInt8] in Array(option.utf8) + [0] }
        var bytes: [UInt8] = Array("LKSP".utf8)
        bytes += [1, 1]
        bytes.append(bigEndian: UInt16(self.options.count))
        bytes += digest
        bytes.append(bigEndian: scriptSize)
        bytes.append(bigEndian: UInt16(interpreter.utf8.count))
        bytes.append(bigEndian: UInt16(options.count))
        bytes.append(bigEndian: UInt16(script.utf8.count))
        bytes += [0, 0]
        bytes += Array(interpreter.utf8)
        bytes += options
        bytes += Array(script.utf8)
        bytes.append(bigEndian: UInt32(bytes.count))
        return bytes + Self.magic
    }

    /// - Parameter end: the last bytes of the program, as many as the longest pin has, or all.
    /// - Returns: nil if the program has no pin.
    /// - Throws: `.damagedPin`, or `.unknownVersion`.
    package static func read(endOfProgram end: [UInt8]) throws(SignatureProblem) -> ScriptPin? {
        guard end.count >= magic.count, end.suffix(magic.count) == magic[...] else { return nil }
        let trailer = end.count - trailerSize
        guard trailer >= headerSize else { throw .damagedPin }
        let size = Int(end.bigEndian(at: trailer) as UInt32)
        guard (headerSize...trailer).contains(size) else { throw .damagedPin }
        return try decode(Array(end[(trailer - size)..<trailer]))
    }

    private static func decode(_ bytes: [UInt8]) throws(SignatureProblem) -> ScriptPin {
        guard bytes.starts(with: Array("LKSP".utf8)) else { throw .damagedPin }
        guard bytes[4] == 1, bytes[5] == 1 else { throw .unknownVersion }
        let count = Int(bytes.bigEndian(at: 6) as UInt16)
        let (first, second, third) = (
            Int(bytes.bigEndian(at: 48) as UInt16), Int(bytes.bigEndian(at: 50) as UInt16),
            Int(bytes.bigEndian(at: 52) as UInt16)
        )
        guard bytes[54] == 0, bytes[55] == 0, count <= mostOptions, bytes.count == headerSize + first + second + third
        else { throw .damagedPin }
        let words = bytes[(headerSize + first)..<(headerSize + first + second)]
        guard words.isEmpty || words.last == 0,
            let interpreter = String(validating: bytes[headerSize..<headerSize + first], as: UTF8.self),
            let script = String(validating: bytes.suffix(third), as: UTF8.self)
        else { throw .damagedPin }
        let options = words.dropLast().split(separator: 0, omittingEmptySubsequences: false).map {
            String(validating: $0, as: UTF8.self)
        }
        let texts = words.isEmpty ? [] : options.compactMap { $0 }
        guard texts.count == count,
            let pin = ScriptPin(
                interpreter: interpreter, options: texts, script: script, scriptSize: bytes.bigEndian(at: 40),
                digest: Array(bytes[8..<40])),
            pin.encoded.prefix(bytes.count) == bytes[...]
        else { throw .damagedPin }
        return pin
    }
}
