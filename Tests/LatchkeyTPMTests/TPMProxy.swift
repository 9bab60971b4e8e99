// Stands between libtss2 and a software TPM, counts what goes through, and can cut the way or answer itself.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Glibc
import LatchkeyTestSupport
import Synchronization

/// A bus that somebody listens on.
final class TPMProxy: Sendable {
    /// A command and its answer, as they were on the bus.
    struct Exchange: Sendable {
        let command: [UInt8]
        let answer: [UInt8]

        /// TPM_CC.
        var code: UInt32 { command[6..<10].reduce(0) { $0 << 8 | UInt32($1) } }
        /// Whether it is authorised by sessions at all.
        var hasSessions: Bool { command[..<2] == [0x80, 0x02] }
    }

    /// What becomes of a command.
    enum Action: Sendable {
        case pass
        /// The TPM never gets it, and the client no answer.
        case cutBefore
        /// The TPM has executed it, and the client gets no answer.
        case cutAfter
        /// The client gets this code, and the TPM nothing.
        case answer(UInt32)
        /// The TPM has executed it, and the client gets this code.
        case answerAfter(UInt32)
    }

    private struct State {
        var exchanges: [Exchange] = []
        var count = 0
        var action: @Sendable (Int, UInt32) -> Action = { _, _ in .pass }
    }

    private let tpm: SoftwareTPM
    private let listener: CInt
    private let state = Mutex(State())
    private let socket: String

    var name: String { "swtpm:path=" + socket }

    init(_ tpm: SoftwareTPM) throws {
        self.tpm = tpm
        socket = tpm.directory + "/bus"
        listener = unsafe try Self.open(socket) { unsafe bind($0, $1, $2) }
        guard listen(listener, 8) == 0 else { throw SoftwareTPM.Failure(what: "no socket for a bus") }
        // What controls the TPM is no command.
        guard unsafe symlink(tpm.socket + ".ctrl", socket + ".ctrl") == 0 else {
            throw SoftwareTPM.Failure(what: "no control socket for a bus")
        }
        let thread = Thread { [self] in serve() }
        thread.start()
    }

    /// Ends the thread, which holds the proxy until then.
    func end() { shutdown(listener, CInt(SHUT_RDWR)) }

    /// What went through since the last time.
    func takeExchanges() -> [Exchange] {
        state.withLock { state in
            defer {
                state.exchanges = []
                state.count = 0
            }
            return state.exchanges
        }
    }

    /// Says what becomes of the commands that follow, by their number from 0 and their code, and counts anew.
    func act(_ action: @escaping @Sendable (Int, UInt32) -> Action) {
        state.withLock { state in
            state.action = action
            state.count = 0
            state.exchanges = []
        }
    }

    private func serve() {
        while true {
            let client = accept(listener, nil, nil)
            guard client >= 0 else {
                close(listener)
                return
            }
            if let upstream = unsafe try? Self.open(tpm.socket, with: { unsafe connect($0, $1, $2) }) {
                while relay(client, upstream) {}
                close(upstream)
            }
            close(client)
        }
    }

    /// One command and its answer.
    /// - Returns: false if the way is cut.
    private func relay(_ client: CInt, _ upstream: CInt) -> Bool {
        guard let command = Self.message(from: client) else { return false }
        let code = command[6..<10].reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
        let action = state.withLock { state in
            defer { state.count += 1 }
            return state.action(state.count, code)
        }
        switch action {
        case .cutBefore: return false
        case .answer(let code), .answerAfter(let code):
            if case .answerAfter = action {
                guard Self.send(command, to: upstream), Self.message(from: upstream) != nil else { return false }
            }
            let answer: [UInt8] =
                [0x80, 0x01, 0, 0, 0, 10]
                + stride(from: 24, through: 0, by: -8).map { UInt8(truncatingIfNeeded: code >> $0) }
            record(command, answer)
            return Self.send(answer, to: client)
        case .pass, .cutAfter:
            guard Self.send(command, to: upstream), let answer = Self.message(from: upstream) else { return false }
            record(command, answer)
            if case .cutAfter = action { return false }
            return Self.send(answer, to: client)
        }
    }

    private func record(_ command: [UInt8], _ answer: [UInt8]) {
        state.withLock { $0.exchanges.append(Exchange(command: command, answer: answer)) }
    }

    private static func message(from descriptor: CInt) -> [UInt8]? {
        guard let header = read(10, from: descriptor) else { return nil }
        let size = header[2..<6].reduce(0) { $0 << 8 | Int($1) }
        guard (10...8192).contains(size), let rest = read(size - 10, from: descriptor) else { return nil }
        return header + rest
    }

    private static func read(_ count: Int, from descriptor: CInt) -> [UInt8]? {
        var bytes: [UInt8] = []
        while bytes.count < count {
            var part = [UInt8](repeating: 0, count: count - bytes.count)
            let received = unsafe part.withUnsafeMutableBytes {
                unsafe Glibc.read(descriptor, $0.baseAddress, $0.count)
            }
            guard received > 0 else { return nil }
            bytes += part[..<received]
        }
        return bytes
    }

    private static func send(_ bytes: [UInt8], to descriptor: CInt) -> Bool {
        unsafe bytes.withUnsafeBytes { bytes in
            unsafe Glibc.send(descriptor, bytes.baseAddress, bytes.count, CInt(MSG_NOSIGNAL)) == bytes.count
        }
    }

    /// A socket that is bound or connected.
    static func open(
        _ path: String, with call: (CInt, UnsafePointer<sockaddr>, socklen_t) -> CInt
    ) throws -> CInt {
        let descriptor = Glibc.socket(AF_UNIX, CInt(SOCK_STREAM.rawValue) | CInt(SOCK_CLOEXEC.rawValue), 0)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        unsafe withUnsafeMutableBytes(of: &address.sun_path) { target in
            unsafe target.copyBytes(from: path.utf8.prefix(target.count - 1))
        }
        let size = socklen_t(MemoryLayout<sockaddr_un>.size)
        let status = unsafe withUnsafePointer(to: &address) { address in
            unsafe address.withMemoryRebound(to: sockaddr.self, capacity: 1) { unsafe call(descriptor, $0, size) }
        }
        guard status == 0 else {
            close(descriptor)
            throw SoftwareTPM.Failure(what: "a socket cannot be reached")
        }
        return descriptor
    }
}
