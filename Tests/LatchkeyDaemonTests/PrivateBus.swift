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

/// `dbus-daemon`, which ends with it.
final class PrivateBus: @unchecked Sendable {
    static let program = "/usr/bin/dbus-daemon"
    static let isInstalled = [program, "/usr/bin/python3"].allSatisfy(FileManager.default.isExecutableFile)

    let path: String
    var address: String { "unix:path=" + path }
    var processID: Int32 { process.processIdentifier }
    private let process = Process()

    init(in folder: TemporaryHome) throws {
        path = folder.path + "/bus"
        let output = Pipe()
        process.executableURL = URL(filePath: Self.program)
        process.arguments = ["--session", "--nofork", "--print-address=1", "--address=unix:path=" + path]
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        try process.run()
        // It is written once the bus listens.
        _ = output.fileHandleForReading.availableData
    }

    deinit {
        // It may have the signals blocked that a test blocks.
        kill(processID, SIGKILL)
        process.waitUntilExit()
    }

    /// Runs `client.py` to its end.
    /// - Returns: the lines that it writes.
    func client(_ words: String...) throws -> [String] {
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

/// Answers each call with what is known of its sender. Used by one thread.
private final class WhoService: BusHandling {
    private let bus: SessionBus
    private let peers: BusPeers
    private let isReady: DispatchSemaphore
    private var name: UInt64 = 0

    init(_ bus: SessionBus, _ peers: BusPeers, _ isReady: DispatchSemaphore) {
        (self.bus, self.peers, self.isReady) = (bus, peers, isReady)
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
    func tick(at now: UInt64) -> UInt64? { peers.tick(at: now) }
}

/// The service on a thread of its own.
final class RunningWhoService {
    private let waker: BusWaker
    private let running: RunningThread<SessionBus.End>

    init(on bus: PrivateBus) throws {
        let (ready, made) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        let waker = Mutex<BusWaker?>(nil)
        let address = bus.address
        let shared = Shared(waker)
        running = startThread {
            let socket = try SessionBus.connect(to: address)
            let bus = try SessionBus(taking: socket)
            shared.set(bus.waker)
            made.signal()
            let identifier = ProgramIdentifier(tools: OwnTools(isEnabled: false))
            let peers = BusPeers(
                calling: bus, identifier: identifier, names: Description(), user: getuid(), connection: socket,
                keepsProgramsApart: true)
            return bus.run(WhoService(bus, peers, ready))
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
