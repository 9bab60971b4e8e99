// Reads the values that SSH writes (RFC 4251, section 5), in memory that is wiped.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyCertificates
import LatchkeyModel
import LatchkeyPlatform

struct SSHReader {
    private let source: ItemSecret
    private var place = 0

    init(_ source: ItemSecret) { self.source = source }

    static var refusal: KeychainError { KeychainError(.decode, during: "reading a key of OpenSSH") }

    var isAtEnd: Bool { place == source.count }

    mutating func skip(_ bytes: [UInt8]) throws(KeychainError) {
        guard try self.bytes(bytes.count) == ItemSecret(copying: bytes) else { throw Self.refusal }
    }

    mutating func number() throws(KeychainError) -> UInt32 {
        let bytes = try self.bytes(4)
        return unsafe bytes.bytes.withUnsafeBytes { unsafe $0.reduce(0) { $0 << 8 | UInt32($1) } }
    }

    mutating func string() throws(KeychainError) -> ItemSecret {
        let count = try number()
        return try bytes(Int(count))
    }

    /// A string that names something public.
    mutating func text() throws(KeychainError) -> String {
        let string = try string()
        guard string.count <= 64 else { throw Self.refusal }
        return String(decoding: string.bytes.declassified(because: "it is the name of an algorithm"), as: UTF8.self)
    }

    /// A number that is not negative, without zeros before it.
    mutating func magnitude() throws(KeychainError) -> ItemSecret {
        let bytes = try string()
        let zeros = unsafe bytes.bytes.withUnsafeBytes { bytes -> Int? in
            guard let first = unsafe bytes.first, first < 0x80 else { return nil }
            return unsafe bytes.prefix { $0 == 0 }.count
        }
        guard let zeros, zeros < bytes.count else { throw Self.refusal }
        return bytes.part(zeros..<bytes.count)
    }

    /// What fills the last block: one, two, and so on to the end.
    mutating func skipPadding() throws(KeychainError) {
        let padding = try bytes(source.count - place)
        let isPadding = unsafe padding.bytes.withUnsafeBytes { bytes in
            unsafe bytes.enumerated().allSatisfy { $0.offset < 0xff && Int($0.element) == $0.offset + 1 }
        }
        guard isPadding else { throw Self.refusal }
    }

    /// Bytes as they are.
    mutating func bytes(_ count: Int) throws(KeychainError) -> ItemSecret {
        guard count <= source.count - place else { throw Self.refusal }
        defer { place += count }
        return source.part(place..<place + count)
    }
}

extension SecretDERWriter {
    /// An INTEGER of bytes without zeros before them.
    mutating func prepend(magnitude: ItemSecret) {
        let mark = mark
        unsafe magnitude.bytes.withUnsafeBytes { unsafe prepend($0) }
        if unsafe magnitude.bytes.withUnsafeBytes({ unsafe $0.first ?? 0x80 }) >= 0x80 { prepend([0]) }
        wrap(Self.integer, since: mark)
    }
}
