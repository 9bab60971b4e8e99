// A line that a helper such as pinentry says in the Assuan protocol.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyModel
package import LatchkeyPlatform

/// What is said is bounded, and what is not understood is refused: the helper is a program of the user like others.
package enum AssuanLine: Sendable {
    /// The command was done.
    case ok
    /// It was not: an error of libgpg-error, its source in the upper bits.
    case failure(code: UInt32)
    /// Part of the answer, such as a password.
    case data(ItemSecret)
    /// The password was typed twice.
    case repeated
    /// Another note that asks for nothing.
    case note

    /// Bytes of a line without its end.
    package static let largestCount = 1000

    /// - Parameter line: without its end.
    /// - Throws: `.decode` for anything that is no line of a helper which was asked for a dialog; questions back among
    ///   it.
    package init(decoding line: UnsafeRawBufferPointer) throws(KeychainError) {
        guard line.count <= Self.largestCount, unsafe line.allSatisfy({ $0 != 0 && $0 != 10 }) else {
            throw .brokenHelper
        }
        if unsafe line.isWord("OK") {
            self = .ok
        } else if unsafe line.isWord("ERR") {
            self = .failure(code: unsafe try Self.number(line.dropFirst(4)))
        } else if unsafe line.starts(with: "D ".utf8) {
            self = .data(unsafe try Self.unescaped(UnsafeRawBufferPointer(rebasing: line[2...])))
        } else if unsafe line.isWord("S PIN_REPEATED") {
            self = .repeated
        } else if unsafe line.isWord("S") || line.first == UInt8(ascii: "#") {
            self = .note
        } else {
            throw .brokenHelper
        }
    }

    private static func number(_ bytes: Slice<UnsafeRawBufferPointer>) throws(KeychainError) -> UInt32 {
        let digits = unsafe bytes.prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
        let rest = unsafe bytes.dropFirst(digits.count).first
        let text = unsafe String(decoding: digits, as: UTF8.self)
        guard let number = UInt32(text), rest == nil || rest == UInt8(ascii: " ") else { throw .brokenHelper }
        return number
    }

    /// From wiped memory to wiped memory: `%` and two digits stand for a byte.
    private static func unescaped(_ bytes: UnsafeRawBufferPointer) throws(KeychainError) -> ItemSecret {
        let escapes = unsafe bytes.count { $0 == UInt8(ascii: "%") }
        guard escapes * 3 <= bytes.count else { throw .brokenHelper }
        let secret = unsafe try SecretBytes(count: bytes.count - 2 * escapes) { target throws(KeychainError) in
            var (from, to) = (0, 0)
            while from < bytes.count {
                var byte = unsafe bytes[from]
                if byte == UInt8(ascii: "%") {
                    guard from + 2 < bytes.count, let high = unsafe digit(bytes[from + 1]),
                        let low = unsafe digit(bytes[from + 2])
                    else { throw .brokenHelper }
                    byte = high << 4 | low
                    from += 2
                }
                // An escaped percent sign that is half of another would leave too little room.
                guard to < target.count else { throw .brokenHelper }
                unsafe target[to] = byte
                (from, to) = (from + 1, to + 1)
            }
            guard to == target.count else { throw .brokenHelper }
        }
        return ItemSecret(secret)
    }

    private static func digit(_ byte: UInt8) -> UInt8? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
        case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
        case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
        default: nil
        }
    }

    /// A command with its argument, as one line with its end.
    /// - Returns: nil for a line that is too long.
    package static func command(_ name: String, _ argument: String? = nil) -> [UInt8]? {
        var line = Array(name.utf8)
        if let argument {
            line.append(UInt8(ascii: " "))
            for byte in argument.utf8 {
                let isControl = byte < 0x20 || byte == 0x7f || byte == UInt8(ascii: "%")
                line += isControl ? Array("%".utf8) + hexadecimal(byte) : [byte]
            }
        }
        return line.count <= largestCount ? line + [10] : nil
    }

    private static func hexadecimal(_ byte: UInt8) -> [UInt8] {
        let digits = Array("0123456789ABCDEF".utf8)
        return [digits[Int(byte >> 4)], digits[Int(byte & 15)]]
    }
}

extension UnsafeRawBufferPointer {
    /// True if the line is this word, or begins with it and a space.
    fileprivate func isWord(_ word: String) -> Bool {
        guard unsafe starts(with: word.utf8) else { return false }
        let next = unsafe dropFirst(word.utf8.count).first
        return next == nil || next == UInt8(ascii: " ")
    }
}

extension KeychainError {
    /// A helper broke the protocol.
    package static let brokenHelper = KeychainError(
        .decode, during: "talking to pinentry", hint: "the program that asks for passwords does not speak Assuan")
}
