// Answers that a client does not take: the memory and the time that they may have.
// SPDX-License-Identifier: Apache-2.0

import CLatchkeyLinux
import Glibc
import LatchkeyClient
import LatchkeyEmbedded
import LatchkeyDaemon
import LatchkeyModel
import LatchkeyPlatform
import LatchkeyTestSupport
import LatchkeyWire
import Testing

/// Nobody is anybody.
private struct NoIdentity: PeerIdentifying {
    func identity(of executable: PeerExecutable, in process: PeerProcess) throws(KeychainError) -> PeerIdentity {
        throw KeychainError(.missingEntitlement, during: "refusing everybody in a test")
    }
    func execution(of process: PeerProcess) -> UInt64? { nil }
    func reload() {}
}

/// A greeted connection that takes what it wants when it wants.
private struct SlowClient: ~Copyable {
    private let descriptor: CInt

    init(at path: String) throws {
        descriptor = unsafe latchkey_connect(path, 20)
        try #require(descriptor >= 0)
        let greeting = Greeting().encoded
        _ = unsafe latchkey_send(descriptor, greeting, greeting.count, 1)
        try #require(take(Welcome.size).count == Welcome.size)
    }

    deinit { close(descriptor) }

    /// - Returns: fewer bytes where the connection is over.
    borrowing func take(_ count: Int) -> [UInt8] {
        var taken: [UInt8] = []
        while taken.count < count {
            var bytes = [UInt8](repeating: 0, count: count - taken.count)
            let number = unsafe latchkey_receive_waiting(descriptor, &bytes, bytes.count)
            guard number > 0 else { break }
            taken += bytes[..<number]
        }
        return taken
    }

    borrowing func send(_ request: Request) throws {
        let frame = try WireCoder.frame(
            .request, sequence: 1, AddressedRequest(request, to: .file("login.keychain-db")))
        send(unsafe frame.withUnsafeBytes { unsafe Array($0) })
    }

    /// Bytes that are there to be taken.
    private var waiting: Int {
        var count: CInt = 0
        return unsafe ioctl(descriptor, UInt(FIONREAD), &count) == 0 ? Int(count) : 0
    }

    /// Asks, and takes no answer, until one does not fit into the socket any more.
    /// - Returns: the answers that did.
    borrowing func fill(atMost limit: Int = .max) throws -> Int {
        var (count, before) = (0, waiting)
        while count < limit {
            try send(.status)
            for _ in 0..<2000 where waiting == before { usleep(1000) }
            guard waiting > before else { return count }
            (count, before) = (count + 1, waiting)
        }
        return count
    }

    borrowing func send(_ bytes: [UInt8]) { _ = unsafe latchkey_send(descriptor, bytes, bytes.count, 1) }

    /// Asks for the long item.
    /// - Returns: kind and length of the answer, which is not taken.
    borrowing func ask() throws -> (kind: UInt8, count: Int) {
        var query = ItemQuery(itemClass: .genericPassword)
        query.matching = [.account: .string("long")]
        query.returning = [.data]
        try send(.copy(query))
        let header = take(FrameHeader.size)
        try #require(header.count == FrameHeader.size)
        return (header[8], header[..<4].reduce(0) { $0 << 8 | Int($1) })
    }
}

@Suite struct LongAnswerTests {
    private static let length = 2 << 20
    private let home: TemporaryHome
    private var socket: String { home.path + "/s" }

    init() throws { home = try TemporaryHome() }

    private func daemon(_ configure: (inout DaemonLimits) -> Void) throws -> OwnDaemon {
        var limits = DaemonLimits()
        configure(&limits)
        let daemon = try OwnDaemon(at: socket, home: home.path, limits)
        let client = KeychainClient(
            configuration: ClientConfiguration(home: home.path, socket: socket), identity: .program)
        try client.add("long") {
            $0.secret = ItemSecret(SecretBytes(unrecorded: [UInt8](repeating: 0, count: Self.length)))
        }
        return daemon
    }

    @Test func `an answer that is not taken counts, until it is`() throws {
        let daemon = try daemon { $0.bufferOfProcess = 3 << 20 }
        try withExtendedLifetime(daemon) {
            let first = try SlowClient(at: socket)
            let second = try SlowClient(at: socket)
            let begun = try first.ask()
            #expect(begun.kind == FrameHeader.Kind.reply.rawValue && begun.count > Self.length)
            let refused = try second.ask()
            #expect(refused.kind == FrameHeader.Kind.error.rawValue)
            #expect(Array(second.take(refused.count).prefix(4)) == [0xff, 0xff, 0xff, 0x94])  // -108
            #expect(first.take(begun.count).count == begun.count)
            // The daemon notes the end after its last byte has gone.
            var again = try second.ask()
            for _ in 0..<100 where again.kind == FrameHeader.Kind.error.rawValue {
                _ = second.take(again.count)
                usleep(20_000)
                again = try second.ask()
            }
            #expect(again.kind == FrameHeader.Kind.reply.rawValue)
            #expect(second.take(again.count).count == again.count)
        }
    }

    @Test func `an answer that waited for something else has its time as any other`() throws {
        var limits = DaemonLimits()
        limits.answerTime = 500
        let daemon = try OwnDaemon(at: socket, home: home.path, limits, identifier: OneIdentity(origin: .tool))
        try withExtendedLifetime(daemon) {
            let client = KeychainClient(
                configuration: ClientConfiguration(home: home.path, socket: socket), identity: .program)
            let password: TestSecret = "of an answer that waits"
            _ = try client.perform(.create(password: ItemSecret(password)), in: .file(home.keychain))
            try client.add("present") { $0.accessControl = AccessControl(protection: .ak, flags: 1) }
            let room = try SlowClient(at: socket).fill()
            try #require(room > 10)
            let agent = try SlowClient(at: socket)
            #expect(try agent.fill(atMost: room) == room)
            try agent.send(.nextQuestion)
            // The loop finds that nothing is to be looked at any more of a call that waits.
            for _ in 0..<3 {
                usleep(100_000)
                _ = try SlowClient(at: socket)
            }
            var query = ItemQuery(itemClass: .genericPassword)
            query.matching = [.account: .string("present")]
            query.returning = [.data]
            let asking = try SlowClient(at: socket)
            try asking.send(.copy(query))
            sleep(3)
            var answers = 0
            while case let header = agent.take(FrameHeader.size), header.count == FrameHeader.size {
                _ = agent.take(header[..<4].reduce(0) { $0 << 8 | Int($1) })
                answers += 1
            }
            // Those before, and then the end in the place of the question.
            #expect(answers == room)
        }
    }

    @Test func `a program without an identity is refused by the header of a long request`() throws {
        let daemon = try OwnDaemon(at: socket, home: home.path, DaemonLimits(), identifier: NoIdentity())
        try withExtendedLifetime(daemon) {
            let client = try SlowClient(at: socket)
            // 16 MiB, of which nothing is sent.
            client.send([1, 0, 0, 0, 0, 0, 0, 7, FrameHeader.Kind.request.rawValue, 0, 0, 0])
            let header = client.take(FrameHeader.size)
            try #require(header.count == FrameHeader.size)
            #expect(Array(header[4...8]) == [0, 0, 0, 7, FrameHeader.Kind.error.rawValue])
            let count = header[..<4].reduce(0) { $0 << 8 | Int($1) }
            #expect(Array(client.take(count).prefix(4)) == [0xff, 0xff, 0x7b, 0x1e])  // -34018
            // A goodbye, and the end.
            #expect(client.take(FrameHeader.size + 1).count <= FrameHeader.size)
            let whole = KeychainClient(
                configuration: ClientConfiguration(home: home.path, socket: socket), identity: .program)
            let code = failure {
                try whole.add("long") {
                    $0.secret = ItemSecret(SecretBytes(unrecorded: [UInt8](repeating: 0, count: Self.length)))
                }
            }
            #expect(code == .missingEntitlement)
        }
    }

    @Test func `a client that takes its answer drop by drop has the time of one answer`() throws {
        let daemon = try daemon { $0.answerTime = 500 }
        try withExtendedLifetime(daemon) {
            let client = try SlowClient(at: socket)
            let answer = try client.ask()
            var taken = 0
            while case let part = client.take(min(32 << 10, answer.count - taken)).count, part > 0 {
                taken += part
                usleep(100_000)
            }
            #expect(taken < answer.count)
        }
    }
}
