// Who a service of a bus takes its callers for.
// SPDX-License-Identifier: Apache-2.0

import CLatchkeyLinux
import Foundation
import Glibc
import LatchkeyDaemon
import LatchkeyModel
import LatchkeyPlatform
import LatchkeyTestSupport
import Testing

@Suite(.enabled(if: PrivateBus.isInstalled), .serialized) struct BusPeersTests {
    private let folder: TemporaryHome

    init() throws { folder = try TemporaryHome() }

    /// What the clients of a bus are told that each of these calls comes from.
    private func client(_ words: String..., on kind: PrivateBus.Kind) throws -> [String] {
        let bus = try PrivateBus(kind, in: folder)
        let service = try RunningWhoService(on: bus)
        return try withExtendedLifetime(service) { try bus.client(words) }
    }

    @Test(arguments: PrivateBus.kinds) func `a program of root's is its path`(_ kind: PrivateBus.Kind) throws {
        let bus = try PrivateBus(kind, in: folder)
        let service = try RunningWhoService(on: bus)
        defer { withExtendedLifetime(service) {} }
        let run = try CommandRun(
            [
                "/usr/bin/dbus-send", "--bus=" + bus.address, "--print-reply=literal", "--dest=io.latchkey.Who", "/",
                "io.latchkey.Who.Who",
            ], environment: [:], in: folder.path)
        #expect(run.output.trimmingCharacters(in: .whitespacesAndNewlines) == "program /usr/bin/dbus-send: sure")
    }

    @Test(arguments: PrivateBus.kinds) func `a program may have several connections`(_ kind: PrivateBus.Kind) throws {
        let lines = try client("two", on: kind)
        #expect(lines.count == 2 && lines.allSatisfy { $0.hasPrefix("interpreter /usr/bin/python3") })
        #expect(lines.allSatisfy { $0.hasSuffix(": sure") })
    }

    @Test(arguments: ["closed", "open"], PrivateBus.kinds)
    func `who has left a connection to a child, and runs another program, is in doubt`(
        _ flag: String, _ kind: PrivateBus.Kind
    ) throws {
        let lines = try client("executed", flag, on: kind)
        #expect(lines.count == 1)
        #expect(lines.allSatisfy { !$0.hasSuffix(": sure") && $0.contains("sleep: ") })
        #expect(lines.allSatisfy { $0.contains("SOCK_CLOEXEC") } == (flag == "open"))
    }

    @Test(arguments: PrivateBus.kinds)
    func `a connection without a name stands for none that was left to another process`(
        _ kind: PrivateBus.Kind
    ) throws {
        let lines = try client("unnamed", on: kind)
        #expect(lines.count == 1 && lines.allSatisfy { $0.contains("that this one has made") })
    }

    @Test(arguments: PrivateBus.kinds)
    func `a program shares its connection with its own children alone`(_ kind: PrivateBus.Kind) throws {
        let own = try client("forked", on: kind)
        #expect(own.count == 1 && own.allSatisfy { $0.hasSuffix(": sure") })
        unsafe unlink(folder.path + "/bus")
        let lines = try client("shared", on: kind)
        #expect(
            lines.count == 1
                && lines.allSatisfy { $0.hasSuffix("another program has the connection to the bus as well") })
    }

    @Test func `a lost answer of the bus puts a program in doubt for a moment at most`() throws {
        let bus = try PrivateBus(in: folder)
        let service = try RunningWhoService(on: bus, losesAnswers: true)
        let lines = try withExtendedLifetime(service) { try bus.client(["two"]) }
        #expect(lines.count == 2 && lines.allSatisfy { $0.hasSuffix(": sure") })
    }

    @Test func `a program with many connections is known on each, and so is another one`() throws {
        let bus = try PrivateBus(in: folder)
        let service = try RunningWhoService(on: bus)
        let lines = try withExtendedLifetime(service) { try bus.client(["many", "120"]) }
        #expect(lines.count == 121 && lines.allSatisfy { $0.hasSuffix(": sure") })
        #expect(lines.last?.contains("dbus-send") == true)
    }

    @Test func `nothing is believed of a bus that is traced`() throws {
        let bus = try PrivateBus(in: folder)
        let service = try RunningWhoService(on: bus)
        let lines = try withExtendedLifetime(service) { try bus.client(["traced", String(bus.processID)]) }
        #expect(lines.count == 2)
        #expect(lines.first?.hasSuffix(": sure") == true)
        #expect(lines.last?.contains("traced") == true)
    }
}

@Suite(.enabled(if: PrivateBus.isInstalled)) struct BusProcessTests {
    private let identifier = ProgramIdentifier(tools: OwnTools(isEnabled: false))

    @Test func `a process that is no bus is not taken for one`() throws {
        let folder = try TemporaryHome()
        let listener = unsafe latchkey_listen(folder.path + "/bus", 0o600)
        let connection = unsafe latchkey_connect(folder.path + "/bus", 5)
        let accepted = latchkey_accept(listener)
        defer { for socket in [listener, connection, accepted] { close(socket) } }
        let bus = try BusProcess(behind: connection)
        #expect(bus.process.processID == getpid())
        #expect(throws: KeychainError.self) { try bus.requireTrusted(by: identifier) }
    }

    @Test func `a connection that nobody has accepted leads to no process`() throws {
        let folder = try TemporaryHome()
        let listener = unsafe latchkey_listen(folder.path + "/bus", 0o600)
        let connection = unsafe latchkey_connect(folder.path + "/bus", 5)
        defer { for socket in [listener, connection] { close(socket) } }
        #expect(throws: KeychainError.self) { try BusProcess(behind: connection) }
    }
}
