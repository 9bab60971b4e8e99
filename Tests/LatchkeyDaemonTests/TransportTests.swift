// What a client does when the daemon at the other end dies, leaves, or is none.
// SPDX-License-Identifier: Apache-2.0

import CLatchkeyLinux
import Glibc
import LatchkeyClient
import LatchkeyEmbedded
import LatchkeyModel
import LatchkeyPlatform
import LatchkeyTestSupport
import LatchkeyWire
import Testing

/// Answers each connection as one of the steps says, then ends it.
private final class ScriptedServer: Sendable {
    /// What to do with a connection after its greeting, and with its request.
    struct Step: Sendable {
        var welcome: [UInt8] = Welcome(to: Greeting()).encoded
        var takesRequest = true
        /// Given the sequence number of the request.
        var answer: @Sendable (UInt32) -> [UInt8] = { _ in [] }
    }

    private let running: RunningThread<Int>
    private let listener: CInt

    init(at path: String, _ steps: [Step]) throws {
        let listener = unsafe latchkey_listen(path, 0o600)
        try #require(listener >= 0)
        self.listener = listener
        running = startThread {
            var served = 0
            for step in steps {
                let client = Self.accept(listener)
                guard client >= 0 else { break }
                defer { close(client) }
                _ = Self.take(Greeting.size, from: client)
                Self.send(step.welcome, to: client)
                served += 1
                guard step.takesRequest else { continue }
                let header = Self.take(FrameHeader.size, from: client)
                guard header.count == FrameHeader.size else { continue }
                let count = header[..<4].reduce(0) { $0 << 8 | Int($1) }
                _ = Self.take(count, from: client)
                Self.send(step.answer(header[4..<8].reduce(0) { $0 << 8 | UInt32($1) }), to: client)
            }
            return served
        }
    }

    /// The connections that came; call it once.
    func served() throws -> Int { try running.wait() }

    deinit { close(listener) }

    private static func accept(_ listener: CInt) -> CInt {
        for _ in 0..<1000 {
            let client = latchkey_accept(listener)
            if client >= 0 { return client }
            usleep(5000)
        }
        return -1
    }

    private static func take(_ count: Int, from client: CInt) -> [UInt8] {
        var taken: [UInt8] = []
        for _ in 0..<1000 where taken.count < count {
            var bytes = [UInt8](repeating: 0, count: count - taken.count)
            let number = unsafe recv(client, &bytes, bytes.count, 0)
            if number > 0 { taken += bytes[..<number] } else if number == 0 { break } else { usleep(5000) }
        }
        return taken
    }

    private static func send(_ bytes: [UInt8], to client: CInt) {
        _ = unsafe latchkey_send(client, bytes, bytes.count, 1)
    }
}

@Suite struct TransportTests {
    private let home: TemporaryHome
    private var socket: String { home.path + "/s" }
    private var client: KeychainClient {
        KeychainClient(configuration: ClientConfiguration(home: home.path, socket: socket), identity: .program)
    }

    init() throws { home = try TemporaryHome() }

    private static let done = ScriptedServer.Step { number in
        let frame = try? WireCoder.frame(.reply, sequence: number, Reply.done)
        return unsafe frame?.withUnsafeBytes { unsafe Array($0) } ?? []
    }
    private static let dies = ScriptedServer.Step()
    private static let leaves = ScriptedServer.Step { _ in WireCoder.goodbye() }

    @Test func `a change whose answer was lost is an error and not repeated`() throws {
        let server = try ScriptedServer(at: socket, [Self.dies])
        #expect(failure { _ = try client.perform(.destroy) } == .notAvailable)
        #expect(try server.served() == 1)
    }

    @Test func `a call that changes nothing more is repeated once`() throws {
        let server = try ScriptedServer(at: socket, [Self.dies, Self.done])
        #expect(failure { _ = try client.perform(.lock) } == nil)
        #expect(try server.served() == 2)
        let removed = unsafe unlink(socket)
        try #require(removed == 0)
        let dying = try ScriptedServer(at: socket, [Self.dies, Self.dies])
        #expect(failure { _ = try client.perform(.lock) } == .notAvailable)
        #expect(try dying.served() == 2)
    }

    @Test func `what a daemon that leaves has not done is done by the next one`() throws {
        let server = try ScriptedServer(at: socket, [Self.leaves, Self.leaves, Self.done])
        #expect(failure { _ = try client.perform(.destroy) } == nil)
        #expect(try server.served() == 3)
    }

    @Test func `a daemon that ends during the greeting is asked again, three times`() throws {
        let ends = ScriptedServer.Step(welcome: [], takesRequest: false)
        let leaves = ScriptedServer.Step(welcome: WireCoder.goodbye(), takesRequest: false)
        let server = try ScriptedServer(at: socket, [ends, leaves, ends, Self.done])
        #expect(failure { _ = try client.perform(.destroy) } == nil)
        #expect(try server.served() == 4)
        let removed = unsafe unlink(socket)
        try #require(removed == 0)
        let ending = try ScriptedServer(at: socket, [ends, ends, ends, ends])
        #expect(failure { _ = try client.perform(.destroy) } == .notAvailable)
        #expect(try ending.served() == 4)
    }

    @Test func `a daemon of another version, and what is no daemon, are refused`() throws {
        let refuses = ScriptedServer.Step(welcome: Welcome(refusing: .wrongVersion).encoded, takesRequest: false)
        let foreign = ScriptedServer.Step(welcome: Array("SSH-2.0-OpenSSH_".utf8), takesRequest: false)
        let babbles = ScriptedServer.Step { _ in [UInt8](repeating: 0xff, count: 64) }
        let others = ScriptedServer.Step { number in
            let frame = try? WireCoder.frame(.reply, sequence: number &+ 1, Reply.done)
            return unsafe frame?.withUnsafeBytes { unsafe Array($0) } ?? []
        }
        let steps = [refuses, foreign, babbles, others, Self.done]
        let server = try ScriptedServer(at: socket, steps)
        let client = client
        for _ in 0..<4 { #expect(failure { _ = try client.perform(.destroy) } == .notAvailable) }
        #expect(failure { _ = try client.perform(.destroy) } == nil)
        #expect(try server.served() == 5)
    }
}
