// Errors on the wire: the code, the words, and what was below.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyModel
package import LatchkeyPlatform

extension KeychainError: WireValue {
    package func write(to writer: inout WireWriter) {
        writer.number(code.rawValue)
        writer.text(operation.description)
        writer.optional(hint) { $0.text($1.description) }
        writer.optional(cause)
    }

    /// - Throws: `.decode` for the code of success, too.
    package init(from reader: inout WireReader) throws(KeychainError) {
        let code = Code(rawValue: try reader.number(Int32.self))
        guard code.rawValue != 0 else { throw WireError.broken }
        let operation = ErrorWords(received: try reader.text(atMost: WireLimits.largestText))
        let hint = try reader.optional { reader throws(KeychainError) in
            ErrorWords(received: try reader.text(atMost: WireLimits.largestText))
        }
        self.init(code, saying: operation, hint: hint, cause: try reader.optional(Cause.self))
    }
}

extension KeychainError.Cause: WireValue {
    package func write(to writer: inout WireWriter) {
        switch self {
        case .errno(let number):
            writer.number(1 as UInt8)
            writer.number(number)
        case .sqlite(let code):
            writer.number(2 as UInt8)
            writer.number(code)
        case .wrongPasswords(let count, let wait):
            writer.number(3 as UInt8)
            writer.number(Int64(count))
            writer.number(Int64(wait))
        case .applicationPassword: writer.number(4 as UInt8)
        }
    }

    package init(from reader: inout WireReader) throws(KeychainError) {
        switch try reader.number(UInt8.self) {
        case 1: self = .errno(try reader.number(CInt.self))
        case 2: self = .sqlite(extendedCode: try reader.number(CInt.self))
        case 3:
            let count = Int(try reader.number(Int64.self))
            self = .wrongPasswords(inARow: count, wait: Int(try reader.number(Int64.self)))
        case 4: self = .applicationPassword
        default: throw WireError.broken
        }
    }
}
