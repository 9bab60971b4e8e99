// Reads options as getopt(3) of the BSDs does: in order, bundled, up to the first operand.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyModel
package import LatchkeyPlatform
import LatchkeyTooling

/// Why the words of a command do not fit its options. Such a failure shows the usage.
package enum OptionFailure: Error, Hashable, Sendable {
    case unknownOption(Character)
    case missingValue(Character)

    /// In the words of getopt.
    package var message: String {
        switch self {
        case .unknownOption(let letter): "illegal option -- \(letter)"
        case .missingValue(let letter): "option requires an argument -- \(letter)"
        }
    }
}

package struct OptionParser: Sendable {
    private let options: [CommandOption]
    private let operands: CommandOperands

    package init(_ options: [CommandOption], operands: CommandOperands = .following) {
        self.options = options
        self.operands = operands
    }

    /// - Parameter words: what follows the name of the command.
    package func parse(_ words: [ItemSecret]) throws(OptionFailure) -> ParsedArguments {
        var parsed = ParsedArguments()
        var index = operands == .leading ? words.prefix { !$0.isCluster }.count : 0
        let leading = words[..<index]
        while index < words.count {
            let word = words[index]
            if word.isEqual(to: "--") {
                index += 1
                break
            }
            guard word.isCluster else { break }
            index = try parse(clusterAt: index, of: words, into: &parsed)
        }
        parsed.operands = Array(leading + words[index...])
        if operands == .assignments {
            for index in index..<words.count { parsed.hideSecret(in: words[index], at: index) }
        }
        return parsed
    }

    /// Reads `-ab`, `-a value` or `-avalue`.
    /// - Returns: the index of the next word.
    private func parse(
        clusterAt index: Int, of words: [ItemSecret], into parsed: inout ParsedArguments
    ) throws(OptionFailure) -> Int {
        let word = words[index]
        for offset in 1..<word.count {
            let letter = word.character(at: offset)
            guard let option = options.first(where: { $0.letter == letter }) else {
                throw .unknownOption(letter)
            }
            guard option.value != nil else {
                parsed.insert(flag: letter)
                continue
            }
            var next = index + 1
            if offset + 1 < word.count {
                parsed.insert(word.suffix(from: offset + 1), for: option, word: index, offset: offset + 1)
            } else if next < words.count {
                parsed.insert(words[next], for: option, word: next, offset: 0)
                next += 1
            } else {
                guard option.traits.contains(.asksAsLastWord) else { throw .missingValue(letter) }
                parsed.asking = letter
            }
            guard option.traits.contains(.pair) else { return next }
            guard next < words.count else { throw .missingValue(letter) }
            parsed.insert(words[next], for: option, word: next, offset: 0)
            return next + 1
        }
        return index + 1
    }
}

/// Where the operands of a command stand, and what they are.
package enum CommandOperands: Hashable, Sendable {
    /// After the options.
    case following
    /// Before the options, or after them.
    case leading
    /// After the options; lists of `attr=value` that may hold a secret.
    case assignments
}

extension ItemSecret {
    /// True for a hyphen with something after it. A hyphen alone is an operand.
    fileprivate var isCluster: Bool {
        unsafe bytes.withUnsafeBytes { unsafe $0.count > 1 && $0[0] == UInt8(ascii: "-") }
    }

    fileprivate func character(at offset: Int) -> Character {
        Character(Unicode.Scalar(unsafe bytes.withUnsafeBytes { unsafe $0[offset] }))
    }

    fileprivate func suffix(from offset: Int) -> ItemSecret {
        unsafe bytes.withUnsafeBytes { bytes in
            unsafe ItemSecret(SecretBytes(copying: UnsafeRawBufferPointer(rebasing: bytes[offset...])))
        }
    }
}
