// A bus of a test, and a service on it that says who calls.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Glibc
import LatchkeyBus
import LatchkeyDaemon
import LatchkeyModel
import LatchkeyPlatform
import LatchkeyPolicy
import LatchkeySignature
import LatchkeyTestSupport
import Synchronization
import Testing

/// A session bus, which ends with it.
final class PrivateBus: @unchecked Sendable {
    enum Kind: String, CaseIterable, Sendable {
        case daemon = "/usr/bin/dbus-daemon"
        /// It does not start without a journal.
        case broker = "/usr/bin/dbus-broker-launch"

        var isInstalled: Bool {
            let journal = self == .broker ? ["/run/systemd/journal/socket"] : []
            return FileManager.default.isExecutableFile(atPath: rawValue)
                && journal.allSatisfy { FileManager.default.fileExists(atPath: $0) }
        }
    }

    static let isInstalled = Kind.daemon.isInstalled && FileManager.default.isExecutableFile(atPath: "/usr/bin/python3")
    static let kinds = Kind.allCases.filter(\.isInstalled)

    let path: String
    var address: String { "unix:path=" + path }
    var processID: Int32 { process.processIdentifier }
    private let process = Process()

    init(_ kind: Kind = .daemon, in folder: TemporaryHome) throws {
        path = folder.path + "/bus"
        let output = Pipe()
        switch kind {
        case .daemon:
            process.executableURL = URL(filePath: kind.rawValue)
            process.arguments = ["--session", "--nofork", "--print-address=1", "--address=unix:path=" + path]
        case .broker:
            process.executableURL = URL(filePath: "/usr/bin/python3")
            process.arguments = ["-c", Self.broker, path]
        }
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        try process.run()
        // It is written once the bus listens.
        _ = output.fileHandleForReading.availableData
    }

    /// Does for `dbus-broker` what a service manager does.
    private static let broker = """
        os, socket, sys = map(__import__, ["os", "socket", "sys"])
        listening = socket.socket(socket.AF_UNIX)
        listening.bind(sys.argv[1])
        listening.listen(64)
        listening.setblocking(False)
        print("listening", flush=True)
        os.dup2(listening.fileno(), 3)
        os.set_inheritable(3, True)
        os.environ.update(LISTEN_FDS="1", LISTEN_PID=str(os.getpid()), DBUS_SESSION_BUS_ADDRESS="unix:path=" + sys.argv[1])
        os.execv("/usr/bin/dbus-broker-launch", ["dbus-broker-launch", "--scope", "user"])
        """

    deinit {
        // It may have the signals blocked that a test blocks.
        kill(processID, SIGKILL)
        process.waitUntilExit()
    }

    /// Runs `client.py` to its end.
    /// - Returns: the lines that it writes.
    func client(_ words: [String]) throws -> [String] {
        let output = Pipe()
        let client = Process()
        client.executableURL = URL(filePath: "/usr/bin/python3")
        client.arguments = ["-c", clientText, path] + words
        client.standardOutput = output
        try client.run()
        let text = try output.fileHandleForReading.readToEnd() ?? Data()
        client.waitUntilExit()
        return String(decoding: text, as: UTF8.self).split(separator: "\n").map(String.init)
    }
}

/// Says of a program all that is known.
private final class Description: BusNaming {
    func principal(for facts: BusProgramFacts) -> BusPrincipal {
        let kind = facts.isInterpreter ? "interpreter" : facts.enclosure == .container ? "container" : "program"
        let group = AccessGroup(rawValue: "test" + AccessGroup.busSuffix)
        return BusPrincipal(
            kind: .program, program: kind, path: String(decoding: facts.path, as: UTF8.self), group: group,
            ownGroups: [group], doubt: facts.refusal)
    }
}

/// A bus whose first answer about the process of each connection is lost. Used by one thread.
private final class LosingBus: BusCalling {
    private let bus: SessionBus
    private var known: Set<String> = []
    /// Questions that nobody answers.
    private var lost: [UInt64] = []
    private var last: UInt64 = 1 << 40

    init(_ bus: SessionBus) { self.bus = bus }

    var sender: Int32? { bus.sender }
    func discardOlder() { bus.discardOlder() }

    func call(
        _ member: String, of interface: String, at path: String, in destination: String, _ arguments: [BusValue]
    ) -> UInt64 {
        guard member == "GetConnectionUnixProcessID", case .string(let name)? = arguments.first,
            known.insert(name).inserted
        else { return bus.call(member, of: interface, at: path, in: destination, arguments) }
        last += 1
        lost.append(last)
        return last
    }

    /// What a connection says of them in the end.
    func answersThatAreLate() -> [BusArrival] {
        defer { lost = [] }
        return lost.map {
            .answer(number: $0, sender: "", .failure(BusFailure("org.freedesktop.DBus.Error.NoReply", "late")))
        }
    }
}

/// Answers each call with what is known of its sender. Used by one thread.
private final class WhoService: BusHandling {
    private let bus: SessionBus
    private let peers: BusPeers
    private let losing: LosingBus?
    private let isReady: DispatchSemaphore
    private var name: UInt64 = 0

    init(_ bus: SessionBus, _ peers: BusPeers, losing: LosingBus?, _ isReady: DispatchSemaphore) {
        (self.bus, self.peers, self.losing, self.isReady) = (bus, peers, losing, isReady)
    }

    func connected(as name: String) {
        peers.connected(as: name)
        self.name = bus.call(
            "RequestName", of: "org.freedesktop.DBus", at: "/org/freedesktop/DBus", in: "org.freedesktop.DBus",
            [.string("io.latchkey.Who"), .uint32(4)])
    }

    func received(_ arrival: BusArrival) {
        if peers.received(arrival) { return }
        switch arrival {
        case .answer(name, _, _): isReady.signal()
        case .call(let call):
            let problem = peers.busProblem.map { "\(($0.hint ?? $0.operation))" }
            peers.identify(call.sender, at: monotonicMilliseconds()) { [bus] principal in
                let doubt = problem ?? principal.doubt ?? "sure"
                bus.answer(call, [.string("\(principal.program) \(principal.path): \(doubt)")])
            }
        case .answer, .signal: return
        }
    }

    func woken() {}
    func tick(at now: UInt64) -> UInt64? {
        for answer in losing?.answersThatAreLate() ?? [] { _ = peers.received(answer) }
        let next = peers.tick(at: now)
        return losing == nil ? next : min(next ?? 20, 20)
    }
}

/// The service on a thread of its own.
final class RunningWhoService {
    private let waker: BusWaker
    private let running: RunningThread<SessionBus.End>

    init(on bus: PrivateBus, losesAnswers: Bool = false) throws {
        let (ready, made) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        let waker = Mutex<BusWaker?>(nil)
        let address = bus.address
        let shared = Shared(waker)
        running = startThread {
            let socket = try SessionBus.connect(to: address)
            let bus = try SessionBus(taking: socket, watchesSender: true)
            shared.set(bus.waker)
            made.signal()
            let identifier = ProgramIdentifier(tools: OwnTools(isEnabled: false))
            let losing = losesAnswers ? LosingBus(bus) : nil
            let calling: any BusCalling = if let losing { losing } else { bus }
            let peers = BusPeers(
                calling: calling, identifier: identifier, names: Description(), user: getuid(), connection: socket,
                keepsProgramsApart: true)
            return bus.run(WhoService(bus, peers, losing: losing, ready))
        }
        try #require(made.wait(timeout: .now() + 20) == .success)
        try #require(ready.wait(timeout: .now() + 20) == .success)
        self.waker = try #require(shared.waker)
    }

    deinit {
        waker.stop()
        _ = try? running.wait()
    }

    private final class Shared: Sendable {
        private let held: Mutex<BusWaker?>
        init(_ held: consuming sending Mutex<BusWaker?>) { self.held = held }
        func set(_ waker: BusWaker) { held.withLock { $0 = waker } }
        var waker: BusWaker? { held.withLock { $0 } }
    }
}
