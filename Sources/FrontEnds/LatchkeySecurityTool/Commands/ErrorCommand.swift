// `security error`: what result codes mean.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyTooling

package enum ErrorCommand {
    /// The result is 1 even if every code is known, as on macOS.
    package static let run: Command.Action = { (arguments, context) throws(CommandFailure) in
        guard !arguments.operands.isEmpty else { throw .usage() }
        for word in arguments.operandTexts {
            if let code = code(from: word) {
                context.output.writeLine(line(for: code))
            } else {
                context.errors.writeLine("security: error: \"\(word)\" is no number")
            }
        }
        throw .reported(result: 1)
    }

    /// `Error: 0xHEX DECIMAL TEXT`.
    package static func line(for code: Int32) -> String {
        let digits = String(UInt32(bitPattern: code), radix: 16, uppercase: true)
        let padded = String(repeating: "0", count: 8 - digits.count) + digits
        return "Error: 0x\(padded) \(code) \(StatusMessage.sentence(for: code))"
    }

    /// A decimal number, or a hexadecimal one after `0x`; `0xFFFF9D2C` is the same as -25300.
    package static func code(from word: String) -> Int32? {
        let isHexadecimal = word.hasPrefix("0x") || word.hasPrefix("0X")
        let number = isHexadecimal ? Int64(word.dropFirst(2), radix: 16) : Int64(word)
        guard let number else { return nil }
        return Int32(exactly: number) ?? UInt32(exactly: number).map(Int32.init(bitPattern:))
    }
}
