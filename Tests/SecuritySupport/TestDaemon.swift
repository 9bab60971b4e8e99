// A daemon in the process of the tests, at a real socket.
// SPDX-License-Identifier: Apache-2.0

import CLatchkeyLinux
import Glibc
import LatchkeyClient
import LatchkeyEmbedded
import LatchkeyDaemon
import LatchkeyModel
import LatchkeyPlatform
import LatchkeyService
import LatchkeyTestSupport
import LatchkeyTrust
import Synchronization

/// The server of `keychaind` with the keychains of one home, for callers of one kind. It ends with the home.
final class TestDaemon: Sendable {
    private let path: String
    private let server: DaemonServer
    private let listener: CInt
    private let running: RunningThread<Void>

    private init(at path: String, homes: KeychainHomes, identifier: any PeerIdentifying) throws {
        self.path = path
        var limits = DaemonLimits()
        limits.workers = .ofOneUser(2)
        // Writes of several threads wait for their turn, too.
        limits.writing = .ofOneUser(2)
        let server = try DaemonServer(
            handler: RequestHandler(homes: homes, identifier: identifier), limits: limits)
        let listener = unsafe latchkey_listen(path, 0o600)
        guard listener >= 0 else {
            throw KeychainError(.notAvailable, during: "listening in a test", cause: .errno(errno))
        }
        self.server = server
        self.listener = listener
        running = startThread { server.run(listeners: [listener]) }
    }

    deinit {
        server.stop()
        try? running.wait()
        close(listener)
    }

    /// A client of a daemon that takes it for a program of these groups.
    static func client(of home: TemporaryHome, groups: [String]) -> KeychainClient {
        let caller = Caller(accessGroups: groups.map(AccessGroup.init(rawValue:)))
        let identity = PeerIdentity(caller: caller, mayAdminister: true, origin: .path)
        let name = "daemon of " + groups.joined(separator: "\n")
        return client(of: home, named: name, identifier: FixedIdentity(identity: identity))
    }

    /// The socket of a daemon that gives every program the groups of the entitlements file beside it.
    static func socket(of home: TemporaryHome) -> String {
        daemon(of: home, named: "daemon of entitlements", identifier: EntitlementsBeside())?.path ?? "/no/daemon"
    }

    private static func client(
        of home: TemporaryHome, named name: String, identifier: any PeerIdentifying
    ) -> KeychainClient {
        let socket = daemon(of: home, named: name, identifier: identifier)?.path ?? "/no/daemon"
        return KeychainClient(configuration: ClientConfiguration(home: home.path, socket: socket), identity: .program)
    }

    /// All daemons of a home share the service, which has the keys.
    private static func daemon(
        of home: TemporaryHome, named name: String, identifier: any PeerIdentifying
    ) -> TestDaemon? {
        let homes = home.companion("service") {
            KeychainHomes(.ofUser(geteuid(), home: home.path)) { _, path, _ in
                KeychainService(
                    home: path, anchors: TrustAnchors(files: [TrustFixture.anchors]), unlockPlace: .service)
            }
        }
        let number = home.companion("sockets") { Counter() }.next()
        return try? home.companion(name) {
            try TestDaemon(at: "\(home.path)/d\(number).sock", homes: homes, identifier: identifier)
        }
    }
}

/// Numbers for sockets, whose paths are short.
private final class Counter: Sendable {
    private let count = Atomic<Int>(0)
    func next() -> Int { count.wrappingAdd(1, ordering: .relaxed).newValue }
}

/// Whoever connects is this program.
private struct FixedIdentity: PeerIdentifying {
    let identity: PeerIdentity

    func identity(of executable: PeerExecutable, in process: PeerProcess) throws(KeychainError) -> PeerIdentity {
        identity
    }
    func execution(of process: PeerProcess) -> UInt64? { nil }
    func reload() {}
}

/// Programs say who they are in a file beside them, as in embedded mode.
private struct EntitlementsBeside: PeerIdentifying {
    func identity(of executable: PeerExecutable, in process: PeerProcess) throws(KeychainError) -> PeerIdentity {
        let path = String(decoding: executable.path, as: UTF8.self)
        return PeerIdentity(caller: EmbeddedIdentity(executable: path).caller(), mayAdminister: false, origin: .path)
    }
    func execution(of process: PeerProcess) -> UInt64? { nil }
    func reload() {}
}
