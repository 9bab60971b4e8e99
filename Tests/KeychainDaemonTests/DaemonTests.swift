// Who is who to the daemon, which files a name may name, and what its words mean.
// SPDX-License-Identifier: Apache-2.0

import Glibc
import KeychainDaemon
import KeychainModel
import TestSupport
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
        #expect(try everybody.place(of: "a.keychain-db", for: 7).path == "/var/lib/none/7/a.keychain-db")
        let named = try everybody.place(of: "/var/lib/none/7/a.keychain-db", for: 7)
        #expect(named.path == "/var/lib/none/7/a.keychain-db")
    }

    @Test(
        arguments: [
            "/var/lib/none/8/a.keychain-db", "/etc/a.keychain-db", "device.key", ".keychain-db", ".a.keychain-db",
            "/var/lib/none/7/../8/a.keychain-db", "a.keychain-db-wal",
        ])
    func `and no name leads to another file`(name: String) {
        #expect(failure { _ = try everybody.place(of: name, for: 7) } == .missingEntitlement)
    }

    @Test(arguments: ["", ".", "..", "../8/a.keychain-db", "x/a.keychain-db", "a\u{0}.keychain-db"])
    func `and what is no name is refused`(name: String) {
        #expect(failure { _ = try everybody.place(of: name, for: 7) } == .parameter)
    }

    @Test func `the user whom the kernel cannot translate, and in user mode every other one, has no keychains`() throws
    {
        #expect(failure { _ = try everybody.place(of: "a.keychain-db", for: 65534) } == .missingEntitlement)
        let own = KeychainHomes(.ofUser(7, home: "/var/lib/none"))
        #expect(failure { _ = try own.place(of: "a.keychain-db", for: 0) } == .missingEntitlement)
        #expect(try own.place(of: "/tmp/../tmp/a", for: 7).path == "/tmp/a")
    }
}
