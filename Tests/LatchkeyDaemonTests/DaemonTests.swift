// Who is who to the daemon, which files a name may name, and what its words mean.
// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Foundation
import Glibc
import LatchkeyClient
import LatchkeyDaemon
import LatchkeyModel
import LatchkeyPlatform
import LatchkeyService
import LatchkeyTestSupport
import Synchronization
import Testing

@Suite struct DaemonOptionTests {
    private let environment = Environment(["XDG_RUNTIME_DIR": "/run/user/7", "HOME": "/home/me"])

    @Test func `each mode has its own socket and home`() throws {
        let user = try DaemonOptions(["--user"], environment: environment)
        #expect(user.socket == "/run/user/7/latchkey/keychaind.sock" && user.home == "/home/me/.local/share/latchkey")
        let system = try DaemonOptions(["--system", "--without-tools"], environment: Environment([:]))
        #expect(system.socket == "/run/latchkey/keychaind.sock" && system.home == "/var/lib/latchkey")
        #expect(system.isSystem && !system.hasTools && user.hasTools)
    }

    @Test(
        arguments: [
            [], ["--user", "--system"], ["--socket"], ["--user", "--socket", "relative"], ["--user", "extra"],
            ["--User"],
        ] as [[String]])
    func `what is not understood is refused`(words: [String]) {
        #expect(throws: DaemonOptions.Refusal.self) { try DaemonOptions(words, environment: environment) }
    }
}

@Suite struct AdHocIdentityTests {
    private func group(_ path: String, of user: UInt32 = 1000) throws -> String {
        let file = try #require(PeerExecutable.File(atPath: "/".utf8CString.map(\.self)))
        return AdHocIdentity.group(of: PeerExecutable(path: Array(path.utf8), file: file), user: user).rawValue
    }

    @Test func `a program without a signature has a group of its own, with a team at its first dot`() throws {
        let parts = try group("/usr/bin/curl").split(separator: ".")
        #expect(parts.count == 3 && parts[0].count == 10 && parts[0].hasPrefix("ADHOC"))
        #expect(parts[1] == "curl" && parts[2].count == 26)
        #expect(try group("/usr/bin/curl") == group("/usr/bin/curl"))
    }

    @Test func `another path or another user is another program`() throws {
        let groups = try [group("/usr/bin/curl"), group("/bin/curl"), group("/usr/bin/curl", of: 1001)]
        #expect(Set(groups).count == 3)
    }
}

@Suite struct KeychainHomesTests {
    private let everybody = KeychainHomes(.ofEveryUser(folder: "/var/lib/none"))

    @Test func `in system mode a name leads to the directory of the user`() throws {
        #expect(try everybody.place(of: "a.keychain-db", for: 7, byTool: false).path == "/var/lib/none/7/a.keychain-db")
        let named = try everybody.place(of: "/var/lib/none/7/a.keychain-db", for: 7, byTool: false)
        #expect(named.path == "/var/lib/none/7/a.keychain-db")
    }

    @Test(
        arguments: [
            "/var/lib/none/8/a.keychain-db", "/etc/a.keychain-db", "device.key", ".keychain-db", ".a.keychain-db",
            "/var/lib/none/7/../8/a.keychain-db", "a.keychain-db-wal",
        ])
    func `and no name leads to another file`(name: String) {
        #expect(failure { _ = try everybody.place(of: name, for: 7, byTool: false) } == .missingEntitlement)
    }

    @Test(arguments: ["", ".", "..", "../8/a.keychain-db", "x/a.keychain-db", "a\u{0}.keychain-db"])
    func `and what is no name is refused`(name: String) {
        #expect(failure { _ = try everybody.place(of: name, for: 7, byTool: false) } == .parameter)
    }

    @Test func `the user whom the kernel cannot translate, and in user mode every other one, has no keychains`() throws
    {
        #expect(
            failure { _ = try everybody.place(of: "a.keychain-db", for: 65534, byTool: false) } == .missingEntitlement)
        let own = KeychainHomes(.ofUser(7, home: "/var/lib/none"))
        #expect(failure { _ = try own.place(of: "a.keychain-db", for: 0, byTool: false) } == .missingEntitlement)
        #expect(try own.place(of: "/tmp/../tmp/a", for: 7, byTool: true).path == "/tmp/a")
    }

    @Test
    func `in user mode programs name keychains that only root and the user can have put there, and no other files`()
        throws
    {
        let (user, folder) = (geteuid(), try TemporaryHome())
        let own = KeychainHomes(.ofUser(user, home: "/var/lib/none"))
        let elsewhere = try own.place(of: folder.path + "/../a.keychain-db", for: user, byTool: true)
        #expect(!elsewhere.path.contains("..") && !elsewhere.isDefault)
        #expect(try own.place(of: "login.keychain-db", for: user, byTool: false).isDefault)
        func isRefused(_ name: String) -> Bool {
            failure { _ = try own.place(of: name, for: user, byTool: false) } == .missingEntitlement
        }
        #expect(!isRefused(folder.path + "/a.keychain-db"))
        #expect(isRefused(folder.path + "/a"))
        #expect(isRefused("/tmp/a.keychain-db"))
        #expect(isRefused(folder.path + "/../a.keychain-db"))
        try setMode(0o777, of: folder.path)
        #expect(isRefused(folder.path + "/a.keychain-db"))
        try setMode(0o1777, of: folder.path)
        #expect(isRefused(folder.path + "/a.keychain-db"))
        try FileManager.default.createDirectory(atPath: folder.path + "/inside", withIntermediateDirectories: false)
        try setMode(0o700, of: folder.path + "/inside")
        #expect(!isRefused(folder.path + "/inside/a.keychain-db"))
        try setMode(0o770, of: folder.path)
        #expect(isRefused(folder.path + "/inside/a.keychain-db"))
        try FileManager.default.createSymbolicLink(
            atPath: folder.path + "/inside/b.keychain-db", withDestinationPath: "/tmp/c.keychain-db")
        #expect(isRefused(folder.path + "/inside/b.keychain-db"))
    }

    @Test func `in user mode programs name the user's own keychains that are on a list, wherever they are`()
        throws
    {
        let (user, home, shared) = (geteuid(), try TemporaryHome(), try TemporaryHome())
        let own = KeychainHomes(.ofUser(user, home: home.path))
        let (file, lists) = (shared.path + "/a.keychain-db", home.path + "/preferences.plist")
        try setMode(0o777, of: shared.path)
        func isRefused(_ name: String) -> Bool {
            failure { _ = try own.place(of: name, for: user, byTool: false) } == .missingEntitlement
        }
        func write(_ path: String, mode: Int = 0o600) throws {
            try Data().write(to: URL(fileURLWithPath: path))
            try setMode(mode, of: path)
        }
        try write(file)
        #expect(isRefused(file))
        try KeychainPreferences(home: home.path).setSearchList([home.path + "/x.keychain-db", file])
        #expect(!isRefused(file) && isRefused(shared.path + "/b.keychain-db"))
        #expect(!isRefused(shared.path + "/./a.keychain-db"))
        // Whoever can write the list says what the user has not said.
        try setMode(0o666, of: lists)
        #expect(isRefused(file))
        try setMode(0o644, of: lists)
        #expect(!isRefused(file))
        // A file that others can write, or have put there.
        try setMode(0o620, of: file)
        #expect(isRefused(file))
        try setMode(0o600, of: file)
        if user == 0 {
            let isGiven = unsafe chown(file, 65534, 65534) == 0
            #expect(isGiven && isRefused(file))
        }
        try FileManager.default.removeItem(atPath: file)
        #expect(!isRefused(file), "none that could be a stranger's")
        try write(shared.path + "/secrets.db")
        try FileManager.default.createSymbolicLink(atPath: file, withDestinationPath: shared.path + "/secrets.db")
        #expect(isRefused(file), "a link to what is no keychain")
        try FileManager.default.removeItem(atPath: file)
        let isMade = unsafe mkfifo(file, 0o600) == 0
        #expect(isMade && isRefused(file), "a FIFO")
        try FileManager.default.removeItem(atPath: file)
        try KeychainPreferences(home: home.path).setSearchList([])
        #expect(isRefused(file))
        try KeychainPreferences(home: home.path).setDefaultKeychain(file)
        #expect(!isRefused(file))
        try Data("<plist><dict><key>searchList</key><string>\(file)</string></dict></plist>".utf8)
            .write(to: URL(fileURLWithPath: lists))
        #expect(isRefused(file), "a list that is none")
    }

    @Test func `a first password that is being set while a thousand other users come leaves the keychain unlocked`()
        throws
    {
        let (folder, gate) = (try TemporaryHome(), Gate())
        let clock = KeychainClock(
            now: {
                gate.pass()
                return 800_000_000
            }, uptime: { 0 })
        let homes = KeychainHomes(.ofEveryUser(folder: folder.path)) { _, home, password in
            KeychainService(home: home, clock: clock, unlockPlace: .service, automaticPassword: password)
        }
        @Sendable func perform(_ request: Request) throws -> Reply {
            let place = try homes.place(of: "login.keychain-db", for: 7, byTool: true)
            return try place.service.perform(request, inKeychainAt: place.path, from: Caller(accessGroups: [.all]))
        }
        _ = try perform(.create(password: nil))
        gate.close()
        let setting = startThread {
            _ = try perform(.changePassword(old: nil, new: ItemSecret(TestSecret("password"))))
        }
        gate.waitForArrival()
        // So that all others have come later.
        usleep(2000)
        for user: UInt32 in 1000..<2100 { _ = try homes.place(of: "login.keychain-db", for: user, byTool: false) }
        let isKept = homes.isOpen(to: 7)
        gate.open()
        try setting.wait()
        guard case .status(let status) = try perform(.status) else {
            throw KeychainError(.internalError, during: "a test")
        }
        #expect(isKept && status.hasPassword && status.lockState == .unlocked)
    }

    @Test func `a user without a call under way makes room for others`() throws {
        let homes = KeychainHomes(.ofEveryUser(folder: "/var/lib/none"))
        _ = try homes.place(of: "login.keychain-db", for: 7, byTool: false)
        usleep(2000)
        for user: UInt32 in 1000..<2100 { _ = try homes.place(of: "login.keychain-db", for: user, byTool: false) }
        #expect(!homes.isOpen(to: 7) && homes.isOpen(to: 2099))
    }
}

/// Where a thread waits that is to be in the middle of something.
private final class Gate: Sendable {
    private let isClosed = Mutex(false)
    private let (arrival, opening) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))

    func close() { isClosed.withLock { $0 = true } }

    /// The first one who comes to the closed gate waits there.
    func pass() {
        let waits = isClosed.withLock { isClosed in
            defer { isClosed = false }
            return isClosed
        }
        guard waits else { return }
        arrival.signal()
        opening.wait()
    }

    func waitForArrival() { arrival.wait() }
    func open() { opening.signal() }
}

@Suite struct DaemonLogTests {
    private final class Lines: Sendable {
        private let lines = Mutex<[String]>([])
        func add(_ line: String) { lines.withLock { $0.append(line) } }
        func count(of word: String) -> Int { lines.withLock { $0.count { $0.contains(word) } } }
    }

    @Test func `garbage does not take the place of refusals, nor one user that of another`() {
        let lines = Lines()
        let log = DaemonLog(write: { lines.add($0) })
        for _ in 0..<1000 { log.aboutClient(of: 1, on: .noise, "garbage") }
        log.aboutClient(of: 1, "refused one")
        for _ in 0..<1000 { log.aboutClient(of: 1, "refused again") }
        log.aboutClient(of: 2, "refused two")
        #expect(lines.count(of: "refused one") == 1 && lines.count(of: "refused two") == 1)
        #expect(lines.count(of: "garbage") < 100 && lines.count(of: "refused again") < 100)
    }

    @Test func `many users at once do not push what users were asked out of the log`() {
        let lines = Lines()
        let log = DaemonLog(write: { lines.add($0) })
        for user: UInt32 in 1...2000 {
            log.aboutClient(of: user, on: .noise, "garbage")
            log.aboutClient(of: user, "refused")
        }
        for user: UInt32 in 1...2000 { log.aboutClient(of: user, on: .user, "permitted") }
        // A second may end meanwhile.
        #expect((100...1000).contains(lines.count(of: "garbage")))
        #expect((100...1000).contains(lines.count(of: "refused")))
        #expect(lines.count(of: "permitted") == 2000)
    }
}

@Suite struct DaemonListenerTests {
    @Test(arguments: [(0o666, 0o755), (0o600, 0o700)] as [(UInt32, UInt32)])
    func `the folder of a socket is open to those whom the socket is for`(socket: UInt32, folder: UInt32) throws {
        let home = try TemporaryHome()
        let listener = try DaemonListener(at: home.path + "/run/s", mode: socket, environment: Environment([:]))
        defer { listener.end() }
        var status = stat()
        let isThere = unsafe stat(home.path + "/run", &status) == 0
        #expect(isThere && status.st_mode & 0o7777 == folder)
    }

    @Test func `the socket for session buses is beside the other, and goes with it`() throws {
        let home = try TemporaryHome()
        let path = home.path + "/run/session.sock"
        let without = try DaemonListener(at: home.path + "/run/s", mode: 0o666, environment: Environment([:]))
        #expect(without.sessions.isEmpty)
        without.end()
        let listener = try DaemonListener(
            at: home.path + "/run/s", mode: 0o666, takesSessions: true, environment: Environment([:]))
        #expect(listener.sessions.count == 1 && !listener.descriptors.contains(listener.sessions[0]))
        let isThere = unsafe access(path, F_OK) == 0
        #expect(isThere)
        listener.end()
        let isLeft = unsafe access(path, F_OK) == 0
        #expect(!isLeft)
    }

    @Test func `a daemon serves session buses unless it is told not to`() throws {
        let all = try DaemonOptions(["--system"], environment: Environment([:]))
        let none = try DaemonOptions(["--system", "--without-secret-service"], environment: Environment([:]))
        #expect(all.servesBuses && !none.servesBuses)
    }
}
