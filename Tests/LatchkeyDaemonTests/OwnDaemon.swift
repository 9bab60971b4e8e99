// A daemon in the process of the test.
// SPDX-License-Identifier: Apache-2.0

import CLatchkeyLinux
import Glibc
import LatchkeyDaemon
import LatchkeyModel
import LatchkeyPlatform
import LatchkeyTestSupport
import Testing

/// Who calls does not matter here; a sanitizer's run has loaded code that no program may have.
struct OneIdentity: PeerIdentifying {
    var origin = IdentityReport.Origin.path

    func identity(of executable: PeerExecutable, in process: PeerProcess) throws(KeychainError) -> PeerIdentity {
        PeerIdentity(
            caller: Caller(accessGroups: [AccessGroup(rawValue: "TEAM123456.test")]),
            mayAdminister: origin == .tool, origin: origin)
    }
    func execution(of process: PeerProcess) -> UInt64? { nil }
    func reload() {}
}

/// A daemon in this process, which it ends with.
final class OwnDaemon: Sendable {
    private let server: DaemonServer
    private let listener: CInt
    private let running: RunningThread<Void>

    init(
        at path: String, home: String, _ limits: DaemonLimits, identifier: any PeerIdentifying = OneIdentity(),
        records: (any BusRecords)? = nil
    ) throws {
        let handler = RequestHandler(
            homes: KeychainHomes(.ofUser(geteuid(), home: home)),
            identifier: identifier, records: records)
        let server = try DaemonServer(handler: handler, limits: limits)
        let listener = unsafe latchkey_listen(path, 0o600)
        try #require(listener >= 0)
        self.server = server
        self.listener = listener
        running = startThread { server.run(listeners: [listener]) }
    }

    deinit {
        server.stop()
        try? running.wait()
        close(listener)
    }
}
