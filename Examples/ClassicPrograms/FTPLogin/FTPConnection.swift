// The least of FTP (RFC 959): a control connection that logs in, asks for the directory and leaves.
// SPDX-License-Identifier: Apache-2.0
//
// FTP sends passwords in the clear. That is the protocol's, not the keychain's: use it if nobody listens.

import Foundation
import Glibc

final class FTPConnection {
    private let descriptor: CInt
    private var received: [UInt8] = []

    enum Failure: Error {
        /// No connection, or none any more.
        case connection(String)
        /// The server breaks the protocol.
        case reply
        /// The server refuses the account or the password.
        case refused
        /// A line end or a zero in what is sent would begin another command.
        case text
    }

    /// Seconds until a silent server is given up.
    private static let patience = 10
    /// Bytes and lines of the longest reply that is read.
    private static let lineLimit = 1024
    private static let lineCountLimit = 100

    /// Connects, and reads the greeting.
    init(_ server: Server) throws {
        var hints = addrinfo()
        hints.ai_socktype = CInt(SOCK_STREAM.rawValue)
        var found: UnsafeMutablePointer<addrinfo>?
        guard getaddrinfo(server.host, String(server.port), &hints, &found) == 0 else {
            throw Failure.connection("no address for \(server.host)")
        }
        defer { freeaddrinfo(found) }
        var connected: CInt = -1
        var next = found
        while let address = next?.pointee, connected < 0 {
            connected = Self.connect(to: address)
            next = address.ai_next
        }
        guard connected >= 0 else { throw Failure.connection("\(server.host) does not answer") }
        descriptor = connected
        guard try reply() == 220 else { throw Failure.reply }
    }

    deinit { close(descriptor) }

    private static func connect(to address: addrinfo) -> CInt {
        let descriptor = socket(address.ai_family, address.ai_socktype | CInt(SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { return -1 }
        // The limits hold for connecting, too.
        var limit = timeval(tv_sec: patience, tv_usec: 0)
        for option in [SO_SNDTIMEO, SO_RCVTIMEO] {
            setsockopt(descriptor, SOL_SOCKET, option, &limit, socklen_t(MemoryLayout<timeval>.size))
        }
        guard Glibc.connect(descriptor, address.ai_addr, address.ai_addrlen) == 0 else {
            close(descriptor)
            return -1
        }
        return descriptor
    }

    /// - Throws: `.refused` for a wrong account or password.
    func logIn(_ login: Login) throws {
        var code = try command("USER", Data(login.account.utf8))
        if code == 331 { code = try command("PASS", login.password) }
        switch code {
        case 230: return
        case 430, 530: throw Failure.refused
        default: throw Failure.reply
        }
    }

    /// The text of the server's answer to PWD.
    func workingDirectory() throws -> String {
        var text = ""
        guard try command("PWD", nil, text: &text) == 257 else { throw Failure.reply }
        return text
    }

    func quit() throws { guard try command("QUIT", nil) == 221 else { throw Failure.reply } }

    private func command(_ name: String, _ argument: Data?) throws -> Int {
        var text = ""
        return try command(name, argument, text: &text)
    }

    private func command(_ name: String, _ argument: Data?, text: inout String) throws -> Int {
        var line = Data(name.utf8)
        if let argument {
            guard !argument.contains(where: { [0, 10, 13].contains($0) }) else { throw Failure.text }
            line += Data(" ".utf8) + argument
        }
        line += Data("\r\n".utf8)
        try send(line)
        return try reply(text: &text)
    }

    private func send(_ data: Data) throws {
        var rest = data[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes {
                Glibc.send(descriptor, $0.baseAddress, $0.count, CInt(MSG_NOSIGNAL))
            }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw Failure.connection("the server has gone") }
            rest = rest.dropFirst(count)
        }
    }

    private func reply() throws -> Int {
        var text = ""
        return try reply(text: &text)
    }

    /// Reads lines until the last one of a reply: three digits and a blank.
    private func reply(text: inout String) throws -> Int {
        var code: Substring?
        for _ in 0..<Self.lineCountLimit {
            let line = try line()
            let digits = line.prefix(3)
            if code == nil {
                guard digits.count == 3, digits.allSatisfy({ $0.isASCII && $0.isNumber }) else { throw Failure.reply }
                code = digits
            }
            if digits == code, line.count == 3 || line.dropFirst(3).first == " " {
                text = String(line.dropFirst(4))
                return Int(digits) ?? 0
            }
        }
        throw Failure.reply
    }

    private func line() throws -> String {
        while true {
            if let end = received.firstIndex(of: 10) {
                var line = received[..<end]
                if line.last == 13 { line.removeLast() }
                received.removeFirst(end + 1)
                return String(decoding: line, as: UTF8.self)
            }
            guard received.count < Self.lineLimit else { throw Failure.reply }
            var buffer = [UInt8](repeating: 0, count: Self.lineLimit)
            let count = recv(descriptor, &buffer, buffer.count, 0)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else {
                throw Failure.connection(count == 0 ? "the server has gone" : "the server is silent")
            }
            received += buffer[..<count]
        }
    }
}
