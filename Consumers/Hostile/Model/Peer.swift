// A child process that is sent messages and answers each of them.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Glibc

final class Peer {
    private let process: ChildProcess
    private let requests: FileHandle
    private let replies: FileHandle

    /// - Parameter program: a copy of this program.
    init(program: String, role: [String], home: String) throws {
        // FileHandle closes them; a child started later must not keep them open.
        let (there, back) = (Foundation.Pipe(), Foundation.Pipe())
        for pipe in [there, back] {
            for end in [pipe.fileHandleForReading, pipe.fileHandleForWriting] {
                _ = fcntl(end.fileDescriptor, F_SETFD, FD_CLOEXEC)
            }
        }
        process = try ChildProcess(
            program: program, arguments: role, home: home, input: there.fileHandleForReading.fileDescriptor,
            output: back.fileHandleForWriting.fileDescriptor)
        try there.fileHandleForReading.close()
        try back.fileHandleForWriting.close()
        requests = there.fileHandleForWriting
        replies = back.fileHandleForReading
    }

    func send(_ message: Value) throws { try Message.write(message, to: requests.fileDescriptor) }

    /// - Throws: also where the process ends instead, or says nothing for two minutes.
    func receive() throws -> Value {
        var poll = pollfd(fd: replies.fileDescriptor, events: Int16(POLLIN), revents: 0)
        guard Glibc.poll(&poll, 1, 120_000) == 1 else { throw Violation("a process does not answer") }
        guard let message = try Message.read(from: replies.fileDescriptor) else {
            throw Violation("a process ended with \(try process.wait(atMost: 10))")
        }
        return message
    }

    func ask(_ message: Value) throws -> Value {
        try send(message)
        return try receive()
    }

    /// Ends the process, by SIGKILL or by the end of its input.
    func end(killing isKilled: Bool) throws {
        if isKilled { process.kill() } else { try requests.close() }
        let ending = try process.wait(atMost: 30)
        guard ending == (isKilled ? .killed(by: SIGKILL) : .exited(0)) else {
            throw Violation("a process ended with \(ending)")
        }
    }

    /// What the child does: answers messages until its input ends.
    static func serve(_ answer: (Value) throws -> Value) throws {
        while let request = try Message.read(from: STDIN_FILENO) {
            try Message.write(answer(request), to: STDOUT_FILENO)
        }
    }
}

/// A value behind its length in 8 bytes.
private enum Message {
    static func write(_ value: Value, to descriptor: CInt) throws {
        let content = value.encoded
        var bytes = withUnsafeBytes(of: UInt64(content.count).bigEndian) { Array($0) } + content
        while !bytes.isEmpty {
            let count = Glibc.write(descriptor, bytes, bytes.count)
            guard count > 0 else { throw Violation("a process does not listen") }
            bytes.removeFirst(count)
        }
    }

    /// - Returns: nil at the end.
    static func read(from descriptor: CInt) throws -> Value? {
        guard let length = try read(8, from: descriptor) else { return nil }
        let count = length.reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        guard count < 1 << 28, let content = try read(Int(count), from: descriptor) else {
            throw Violation("a message is cut off")
        }
        return try Value(decoding: content)
    }

    private static func read(_ count: Int, from descriptor: CInt) throws -> [UInt8]? {
        var bytes = [UInt8](repeating: 0, count: count)
        var done = 0
        while done < count {
            let received = bytes.withUnsafeMutableBytes { Glibc.read(descriptor, $0.baseAddress! + done, count - done) }
            guard received > 0 else {
                guard done == 0 else { throw Violation("a message is cut off") }
                return nil
            }
            done += received
        }
        return bytes
    }
}
