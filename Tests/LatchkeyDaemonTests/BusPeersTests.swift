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

@Suite(.enabled(if: PrivateBus.isInstalled), .serialized)
final class BusPeersTests {
    private let folder: TemporaryHome
    private let bus: PrivateBus
    private let service: RunningWhoService

    init() throws {
        folder = try TemporaryHome()
        bus = try PrivateBus(in: folder)
        service = try RunningWhoService(on: bus)
    }

    @Test func `a program of root's is its path`() throws {
        let run = try CommandRun(
            [
                "/usr/bin/dbus-send", "--bus=" + bus.address, "--print-reply=literal", "--dest=io.latchkey.Who", "/",
                "io.latchkey.Who.Who",
            ], environment: [:], in: folder.path)
        #expect(run.output.trimmingCharacters(in: .whitespacesAndNewlines) == "program /usr/bin/dbus-send: sure")
    }

    @Test func `a program may have several connections`() throws {
        let lines = try bus.client("two")
        #expect(lines.count == 2 && lines.allSatisfy { $0.hasPrefix("interpreter /usr/bin/python3") })
        #expect(lines.allSatisfy { $0.hasSuffix(": sure") })
    }

    @Test(arguments: ["closed", "open"])
    func `who has left a connection to a child, and runs another program, is in doubt`(
        _ flag: String
    ) throws {
        let lines = try bus.client("executed", flag)
        #expect(lines.count == 1)
        #expect(lines.allSatisfy { !$0.hasSuffix(": sure") && $0.contains("sleep: ") })
        #expect(lines.allSatisfy { $0.contains("SOCK_CLOEXEC") } == (flag == "open"))
    }

    @Test func `a connection without a name stands for none that was left to another process`() throws {
        let lines = try bus.client("unnamed")
        #expect(lines.count == 1 && lines.allSatisfy { $0.contains("has no name") })
    }

    @Test func `a program shares its connection with its own children alone`() throws {
        #expect(try bus.client("forked").allSatisfy { $0.hasSuffix(": sure") })
        let lines = try bus.client("shared")
        #expect(
            lines.count == 1
                && lines.allSatisfy { $0.hasSuffix("another program has the connection to the bus as well") })
    }

    @Test func `nothing is believed of a bus that is traced`() throws {
        let lines = try bus.client("traced", String(bus.processID))
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
