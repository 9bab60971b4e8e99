// A helper program that is spoken to in the Assuan protocol.
// SPDX-License-Identifier: Apache-2.0

import CLatchkeyLinux
import Glibc
import LatchkeyModel
package import LatchkeyPlatform

/// One running helper; it ends with its owner. What it says lies in wiped memory.
package struct HelperProcess: ~Copyable {
    private let descriptor: CInt
    private let process: Int32
    private var buffer = unsafe SecretBytes(count: 2 * AssuanLine.largestCount) { _ in }
    private var received = 0
    /// Whether the password of the last answer was typed twice, as the helper says.
    package private(set) var hasRepeated = false

    /// Bytes of an answer altogether.
    private static let largestAnswer = 4096
    /// Lines of an answer.
    private static let mostLines = 256
    /// Milliseconds after which a wait asks whether to go on.
    private static let patience: CInt = 500

    /// What a command came to.
    package enum Answer: Sendable {
        case done(ItemSecret)
        case failed(code: UInt32)
    }

    /// Starts the program at `path`, and waits for its greeting.
    /// - Parameter environment: `NAME=value`; nothing else of this process's environment gets there.
    /// - Throws: `.notAvailable` if it does not start.
    package init(at path: String, environment: [String]) throws(KeychainError) {
        var words: [UnsafeMutablePointer<CChar>?] = unsafe environment.map { unsafe strdup($0) } + [nil]
        defer { unsafe words.forEach { unsafe free($0) } }
        var child: Int32 = 0
        descriptor = unsafe latchkey_start_helper(path, &words, &child)
        process = child
        guard descriptor >= 0 else {
            throw KeychainError(
                .notAvailable, during: "starting pinentry",
                hint:
                    "no program that asks for passwords can be started; install pinentry, or name one with --pinentry",
                cause: .errno(errno))
        }
        guard case .done = try answer(while: { true }, until: Self.seconds(10)) else { throw .brokenHelper }
    }

    deinit {
        guard descriptor >= 0 else { return }
        close(descriptor)
        latchkey_end_helper(process)
    }

    /// Sends a command and waits for what it comes to.
    /// - Parameter isWanted: asked now and then; the wait ends where it says no.
    /// - Parameter deadline: in seconds of ``now``.
    /// - Throws: `.userCanceled` if the wait ended, `.notAvailable` if the helper did, `.decode` if it does not speak
    ///   Assuan, `.parameter` for a line that is too long.
    package mutating func perform(
        _ name: String, _ argument: String? = nil, while isWanted: () -> Bool = { true }, until deadline: Double? = nil
    ) throws(KeychainError) -> Answer {
        guard let line = AssuanLine.command(name, argument) else {
            throw KeychainError(.parameter, during: "talking to pinentry")
        }
        let sent = unsafe line.withUnsafeBytes { unsafe latchkey_send(descriptor, $0.baseAddress, $0.count, 1) }
        guard sent == line.count else { throw Self.gone }
        return try answer(while: isWanted, until: deadline ?? Self.seconds(10))
    }

    /// Seconds that only go forward.
    package static var now: Double {
        var time = timespec()
        unsafe clock_gettime(CLOCK_MONOTONIC, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }

    /// The same in milliseconds.
    static var milliseconds: UInt64 { UInt64(now * 1000) }

    private static func seconds(_ count: Double) -> Double { now + count }

    private static let gone = KeychainError(
        .notAvailable, during: "talking to pinentry",
        hint: "the program that asks for passwords has ended; is there a terminal or a display for it?")

    private mutating func answer(while isWanted: () -> Bool, until deadline: Double) throws(KeychainError) -> Answer {
        var parts: [ItemSecret] = []
        hasRepeated = false
        for _ in 0..<Self.mostLines {
            switch try nextLine(while: isWanted, until: deadline) {
            case .ok: return .done(Self.joined(parts))
            case .failure(let code): return .failed(code: code)
            case .data(let part):
                parts.append(part)
                guard parts.reduce(0, { $0 + $1.count }) <= Self.largestAnswer else { throw .brokenHelper }
            case .repeated: hasRepeated = true
            case .note: break
            }
        }
        throw .brokenHelper
    }

    private static func joined(_ parts: [ItemSecret]) -> ItemSecret {
        if parts.count == 1 { return parts[0] }
        return ItemSecret(
            unsafe SecretBytes(count: parts.reduce(0) { $0 + $1.count }) { target in
                var start = 0
                for part in parts {
                    let rest = unsafe UnsafeMutableRawBufferPointer(rebasing: target[start...])
                    unsafe part.bytes.withUnsafeBytes { unsafe rest.copyMemory(from: $0) }
                    start += part.count
                }
            })
    }

    private mutating func nextLine(
        while isWanted: () -> Bool, until deadline: Double
    ) throws(KeychainError) -> AssuanLine {
        while true {
            if let line = try takeLine() { return line }
            guard received < buffer.count else { throw .brokenHelper }
            try waitForMore(while: isWanted, until: deadline)
            let (descriptor, start) = (descriptor, received)
            let count = unsafe buffer.withUnsafeMutableBytes { bytes in
                let rest = unsafe UnsafeMutableRawBufferPointer(rebasing: bytes[start...])
                return unsafe recv(descriptor, rest.baseAddress, rest.count, 0)
            }
            guard count > 0 else { throw Self.gone }
            received += count
        }
    }

    private func waitForMore(while isWanted: () -> Bool, until deadline: Double) throws(KeychainError) {
        while true {
            guard isWanted(), Self.now < deadline else {
                throw KeychainError(.userCanceled, during: "waiting for the user's answer")
            }
            var waiting = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            if unsafe poll(&waiting, 1, Self.patience) > 0 { return }
        }
    }

    /// The first line that is there as a whole, which leaves the buffer.
    private mutating func takeLine() throws(KeychainError) -> AssuanLine? {
        let received = received
        let end = unsafe buffer.withUnsafeBytes { bytes in
            unsafe bytes[..<received].firstIndex(of: 10)
        }
        guard let end else {
            guard received <= AssuanLine.largestCount else { throw .brokenHelper }
            return nil
        }
        let line = unsafe try buffer.withUnsafeBytes { bytes throws(KeychainError) in
            let last = unsafe end > 0 && bytes[end - 1] == 13 ? end - 1 : end
            return unsafe try AssuanLine(decoding: UnsafeRawBufferPointer(rebasing: bytes[..<last]))
        }
        unsafe buffer.withUnsafeMutableBytes { bytes in
            let rest = received - end - 1
            if let base = bytes.baseAddress {
                unsafe memmove(base, base + end + 1, rest)
                unsafe explicit_bzero(base + rest, received - rest)
            }
        }
        self.received = received - end - 1
        return line
    }
}
