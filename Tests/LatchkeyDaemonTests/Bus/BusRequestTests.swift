// What commands ask the daemon about programs on the session bus.
// SPDX-License-Identifier: Apache-2.0

import Glibc
import LatchkeyClient
import LatchkeyDaemon
import LatchkeyEmbedded
import LatchkeyModel
import LatchkeyPlatform
import LatchkeyTestSupport
import Synchronization
import Testing

@Suite struct BusRequestTests {
    private let home: TemporaryHome

    init() throws { home = try TemporaryHome() }

    private final class Records: BusRecords {
        let choices = Mutex<[BusChoice]>([])

        func report(for user: UInt32) -> BusReport {
            BusReport(mode: .compat, isDaemonOfSystem: user == geteuid(), problems: [], decisions: [], events: [])
        }

        func decide(_ choice: BusChoice, for user: UInt32) { choices.withLock { $0.append(choice) } }

        let forgotten = Mutex<[UInt32?]>([])
        func forgetManagers(of user: UInt32?) { forgotten.withLock { $0.append(user) } }
    }

    private func client(
        _ origin: IdentityReport.Origin = .tool, _ records: (any BusRecords)?
    ) throws -> (OwnDaemon, KeychainClient) {
        let socket = home.path + "/socket"
        let daemon = try OwnDaemon(
            at: socket, home: home.path, DaemonLimits(), identifier: OneIdentity(origin: origin), records: records)
        let client = KeychainClient(
            configuration: ClientConfiguration(home: home.path, socket: socket),
            identity: .caller(Caller(accessGroups: [])))
        return (daemon, client)
    }

    private func password(_ name: String) -> ItemSecret { ItemSecret(TestSecret(name)) }

    @Test func `a command gets the report, and a program does not`() throws {
        let (daemon, tool) = try client(.tool, Records())
        #expect(try tool.busReport().mode == .compat)
        withExtendedLifetime(daemon) {}
    }

    @Test func `no program gets the report, nor decides`() throws {
        let records = Records()
        let (daemon, program) = try client(.path, records)
        #expect(throws: KeychainError(.missingEntitlement, during: "")) { try program.busReport() }
        #expect(throws: KeychainError(.missingEntitlement, during: "")) {
            try program.decideOnBus(BusChoice(.deny, program: "a", owner: "b"), password: nil)
        }
        #expect(records.choices.withLock { $0.isEmpty })
        withExtendedLifetime(daemon) {}
    }

    @Test func `a command that locks ends what managers were granted, also in a keychain without a password`() throws {
        let records = Records()
        let (daemon, tool) = try client(.tool, records)
        try tool.create(password: nil, in: .file(home.keychain))
        #expect(records.forgotten.withLock { $0.isEmpty })
        try tool.lock()
        #expect(records.forgotten.withLock { $0 } == [geteuid()])
        withExtendedLifetime(daemon) {}
    }

    @Test func `a daemon that answers no bus says so`() throws {
        let (daemon, tool) = try client(.tool, nil)
        #expect(throws: KeychainError(.notAvailable, during: "")) { try tool.busReport() }
        withExtendedLifetime(daemon) {}
    }

    @Test func `to allow, or to forget a no, takes the password of the keychain, and to deny takes none`() throws {
        let records = Records()
        let (daemon, tool) = try client(.tool, records)
        try tool.create(password: password("right"), in: .file(home.keychain))
        for verdict in [BusChoice.Verdict.allow, .forget] {
            let choice = BusChoice(verdict, program: "a", owner: "b")
            #expect(throws: KeychainError(.interactionNotAllowed, during: "")) {
                try tool.decideOnBus(choice, password: nil)
            }
            try tool.decideOnBus(choice, password: password("right"))
        }
        try tool.decideOnBus(BusChoice(.deny, program: "a", owner: "b"), password: nil)
        // The last one: the next password has to wait.
        #expect(throws: KeychainError(.authFailed, during: "")) {
            try tool.decideOnBus(BusChoice(.forget, program: "a", owner: "b"), password: password("wrong"))
        }
        #expect(records.choices.withLock { $0.map(\.verdict) } == [.allow, .forget, .deny])
        withExtendedLifetime(daemon) {}
    }

    @Test func `without a daemon nobody answers`() {
        #expect(throws: KeychainError(.notAvailable, during: "")) { try home.client.busReport() }
    }
}
