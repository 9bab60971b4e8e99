// Reads texts with PEM blocks in them.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyModel
package import LatchkeyPlatform

/// What a text holds.
package enum PEMPart: Sendable {
    case block(PEMBlock)
    /// A line between the blocks, without its end.
    case line(ItemSecret)

    /// Every block of a text and the lines between them that are kept, in their order.
    /// - Parameter count: more parts are refused.
    /// - Parameter isKept: of a line that is in no block; where it is not, the line is skipped.
    /// - Throws: `.decode` for a block without end or with other than base64 in it, and for more parts;
    ///   `.unimplemented` for a block with headers of which ``PEMEncryption`` knows nothing.
    package static func parts(
        in text: ItemSecret, atMost count: Int = .max, keeping isKept: (UnsafeRawBufferPointer) -> Bool
    ) throws(KeychainError) -> [PEMPart] {
        guard text.count <= PEMBlock.largestText else {
            throw KeychainError(.decode, during: "measuring a PEM text")
        }
        return try unsafe text.bytes.withUnsafeBytes { text throws(KeychainError) in
            var parts: [PEMPart] = []
            var open: Beginning?
            var lineStart = 0
            while lineStart < text.count {
                var lineEnd = lineStart
                while unsafe lineEnd < text.count && text[lineEnd] != 0x0a { lineEnd += 1 }
                let line = unsafe UnsafeRawBufferPointer(rebasing: text[lineStart..<lineEnd])
                if let current = open {
                    if unsafe boundary("-----END ", of: line) == current.label {
                        let body = unsafe UnsafeRawBufferPointer(rebasing: text[current.start..<lineStart])
                        parts.append(.block(unsafe try current.block(of: body)))
                        open = nil
                    } else if unsafe line.contains(UInt8(ascii: ":")) {
                        // Before the first line of base64 only, and no more than are known.
                        let isFirst = unsafe text[current.start..<lineStart].allSatisfy { $0 == 0x0a || $0 == 0x0d }
                        guard isFirst, current.headers.count < 2, line.count <= PEMEncryption.longestHeader else {
                            throw unknownHeader
                        }
                        let header = unsafe String(decoding: line, as: UTF8.self).trimmingTrailingSpace()
                        open = Beginning(label: current.label, start: lineEnd, headers: current.headers + [header])
                    }
                } else if let label = unsafe boundary("-----BEGIN ", of: line) {
                    open = Beginning(label: label, start: lineEnd, headers: [])
                } else if unsafe isKept(line) {
                    parts.append(.line(ItemSecret(unsafe SecretBytes(copying: line))))
                }
                guard parts.count <= count else {
                    throw KeychainError(
                        .decode, during: "counting what is in a PEM text", hint: "the text holds too many items")
                }
                lineStart = lineEnd + 1
            }
            guard open == nil else { throw KeychainError(.decode, during: "looking for the end of a PEM block") }
            return parts
        }
    }

    private static let unknownHeader = KeychainError(
        .unimplemented, during: "reading a PEM block with headers that are not known",
        hint: "openssl pkey -in FILE | security import - takes in a private key without them")

    /// The label of a line that is a boundary of this kind.
    private static func boundary(_ prefix: String, of line: UnsafeRawBufferPointer) -> String? {
        guard unsafe line.first == UInt8(ascii: "-") else { return nil }
        let text = unsafe String(decoding: line, as: UTF8.self).trimmingTrailingSpace()
        guard text.hasPrefix(prefix), text.hasSuffix("-----"), text.utf8.count <= 128,
            text.utf8.count > prefix.utf8.count + 5
        else { return nil }
        return String(text.dropFirst(prefix.count).dropLast(5))
    }

    /// A block whose end is not reached.
    private struct Beginning {
        let label: String
        /// The end of its first line, or of the last header.
        let start: Int
        let headers: [String]

        func block(of body: UnsafeRawBufferPointer) throws(KeychainError) -> PEMBlock {
            let encryption = PEMEncryption(headers: headers)
            guard headers.isEmpty || encryption != nil else { throw unknownHeader }
            return PEMBlock(
                label: label, contents: ItemSecret(unsafe try Base64.decode(body)), encryption: encryption)
        }
    }
}

extension PEMBlock {
    /// Every block of a text, in their order. What stands between them is skipped.
    /// - Throws: as ``PEMPart/parts(in:atMost:keeping:)``.
    package static func blocks(in text: ItemSecret) throws(KeychainError) -> [PEMBlock] {
        try unsafe PEMPart.parts(in: text, keeping: { _ in false }).compactMap { part in
            if case .block(let block) = part { block } else { nil }
        }
    }
}

extension String {
    fileprivate func trimmingTrailingSpace() -> String {
        var text = self[...]
        while text.last?.isWhitespace == true { text.removeLast() }
        return String(text)
    }
}
