// Where the client looks: the variables of its environment and the lists of keychains.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import LatchkeyClient
import LatchkeyEmbedded
import LatchkeyModel
import LatchkeyPlatform
import LatchkeyTestSupport
import Testing

@Suite struct ClientConfigurationTests {
    @Test(
        arguments: [
            (["HOME": "/home/me"], "/home/me/.local/share/latchkey"),
            (["HOME": "/home/me", "XDG_DATA_HOME": "/data"], "/data/latchkey"),
            (["HOME": "/home/me", "XDG_DATA_HOME": ""], "/home/me/.local/share/latchkey"),
            (["HOME": "/home/me", "XDG_DATA_HOME": "/data", "LATCHKEY_HOME": "/keys"], "/keys"),
            (["HOME": "/home/me", "LATCHKEY_HOME": ""], "/home/me/.local/share/latchkey"),
            (["LATCHKEY_HOME": "/keys"], "/keys"),
            ([:], "/var/lib/latchkey/\(getuid())/.local/share/latchkey"),
        ] as [([String: String], String)])
    func `the home is the nearest one that is named`(environment: [String: String], home: String) {
        #expect(ClientConfiguration(environment: environment).home == home)
    }

    @Test func `in a program with more rights than its caller only the home of its user counts`() {
        let privileged = ProcessEnvironment.privileged
        let home = unsafe getpwuid(geteuid()).map { unsafe String(cString: $0.pointee.pw_dir) }
        #expect(privileged == ["HOME": home ?? "/var/lib/latchkey/\(geteuid())"])
        #expect(ClientConfiguration(environment: privileged).passwordFiles.isEmpty)
        // This one has no more.
        let all = ProcessInfo.processInfo.environment
        #expect(ProcessEnvironment.variables(named: Array(all.keys) + ["LATCHKEY_NO_SUCH_VARIABLE"]) == all)
    }

    @Test func `a relative home is one below the directory of the program`() {
        let home = ClientConfiguration(environment: ["LATCHKEY_HOME": "keys"]).home
        #expect(home == FileManager.default.currentDirectoryPath + "/keys")
    }

    @Test func `a socket is the one that is named`() {
        #expect(ClientConfiguration(environment: ["LATCHKEY_SOCKET": "/run/x.sock"]).socket == "/run/x.sock")
        let unnamed = ClientConfiguration(environment: [:]).socket
        #expect(ClientConfiguration(environment: ["LATCHKEY_SOCKET": ""]).socket == unnamed)
        #expect(ClientConfiguration(environment: ["LATCHKEY_SOCKET": "none"]).socket == nil)
        #expect(ClientConfiguration(environment: ["LATCHKEY_SOCKET": "./none"]).socket == "./none")
    }

    @Test func `a password file is the one that is named, then the credential of the service where there is one`()
        throws
    {
        let home = try TemporaryHome()
        #expect(ClientConfiguration(environment: [:]).passwordFiles.isEmpty)
        #expect(ClientConfiguration(environment: ["CREDENTIALS_DIRECTORY": home.path]).passwordFiles.isEmpty)
        let credential = home.path + "/latchkey-password"
        try Data("x".utf8).write(to: URL(fileURLWithPath: credential))
        let both = ["LATCHKEY_PASSWORD_FILE": "/missing", "CREDENTIALS_DIRECTORY": home.path]
        #expect(ClientConfiguration(environment: both).passwordFiles == ["/missing", credential])
    }

    @Test func `with a daemon configured no other keychain is ever used, and no file is made`() throws {
        let home = try TemporaryHome()
        let client = KeychainClient(
            configuration: ClientConfiguration(home: home.path, socket: home.path + "/missing.sock"),
            identity: .caller(Caller(accessGroups: [AccessGroup(rawValue: "group")])))
        #expect(failure { try client.add("alice") } == .notAvailable)
        #expect(failure { _ = try client.items() } == .notAvailable)
        #expect(failure { try client.create() } == .notAvailable)
        #expect(failure { _ = try client.status() } == .notAvailable)
        #expect(try FileManager.default.contentsOfDirectory(atPath: home.path).isEmpty)
    }
}

@Suite struct KeychainPreferencesTests {
    let home: TemporaryHome
    var preferences: KeychainPreferences { home.client.preferences }

    init() throws { home = try TemporaryHome() }

    @Test func `a fresh home has its login keychain as default and in its list`() throws {
        #expect(try preferences.defaultKeychain() == home.keychain)
        #expect(try preferences.loginKeychain() == home.keychain)
        #expect(try preferences.searchList().first == home.keychain)
        #expect(try FileManager.default.contentsOfDirectory(atPath: home.path).isEmpty)
    }

    @Test func `what is set is kept for the next program, each setting by itself`() throws {
        try preferences.setSearchList(["/b", "/a"])
        try preferences.setDefaultKeychain("/c")
        let next = home.anotherClient().preferences
        #expect(try Array(next.searchList().prefix(2)) == ["/b", "/a"])
        #expect(try next.defaultKeychain() == "/c")
        #expect(try next.loginKeychain() == home.keychain)
        try next.setLoginKeychain("/d")
        #expect(try preferences.loginKeychain() == "/d")
        #expect(try preferences.defaultKeychain() == "/c")
        try preferences.setSearchList([])
        #expect(try next.searchList().contains("/b") == false)
    }

    @Test func `a default that was unset is none, and calls say so`() throws {
        try preferences.setDefaultKeychain(nil)
        #expect(failure { _ = try preferences.defaultKeychain() } == .noDefaultKeychain)
        #expect(failure { try home.client.add("alice") } == .noDefaultKeychain)
        #expect(failure { _ = try home.client.items() } == .noDefaultKeychain)
        try preferences.setDefaultKeychain(home.keychain)
        try home.client.add("alice")
    }

    @Test func `the default keychain is where items go`() throws {
        let other = home.path + "/other.keychain-db"
        try preferences.setDefaultKeychain(other)
        try home.client.add("alice")
        #expect(FileManager.default.fileExists(atPath: other))
        #expect(!FileManager.default.fileExists(atPath: home.keychain))
    }

    @Test func `a list is replaced as a whole, keeps its mode, and takes away what a killed process has left`() throws {
        let list = home.path + "/preferences.plist"
        try preferences.setDefaultKeychain("/a")
        let before = try #require(FileManager.default.attributesOfItem(atPath: list)[.systemFileNumber] as? Int)
        try setMode(0o600, of: list)
        try Data("half a li".utf8).write(to: URL(fileURLWithPath: list + ".new"))
        try preferences.setDefaultKeychain("/b")
        let after = try FileManager.default.attributesOfItem(atPath: list)
        #expect(after[.systemFileNumber] as? Int != before)
        #expect(after[.posixPermissions] as? Int == 0o600)
        #expect(try home.anotherClient().preferences.defaultKeychain() == "/b")
        #expect(
            try FileManager.default.contentsOfDirectory(atPath: home.path).sorted() == [
                "preferences.plist", "preferences.plist.lock",
            ])
    }

    @Test func `a list that cannot be written stays as it was`() throws {
        try preferences.setDefaultKeychain("/a")
        try FileManager.default.createDirectory(
            atPath: home.path + "/preferences.plist.new/full", withIntermediateDirectories: true)
        #expect(failure { try preferences.setDefaultKeychain("/b") } == .writePermission)
        #expect(try home.anotherClient().preferences.defaultKeychain() == "/a")
    }

    @Test func `a list that is damaged is not taken for an empty one`() throws {
        try Data("no property list".utf8).write(to: URL(fileURLWithPath: home.path + "/preferences.plist"))
        #expect(failure { _ = try preferences.searchList() } == .notAvailable)
        #expect(failure { _ = try preferences.defaultKeychain() } == .notAvailable)
        #expect(failure { try preferences.setDefaultKeychain("/x") } == .notAvailable)
        #expect(failure { try home.client.add("alice") } == .notAvailable)
    }

    @Test func `the dynamic domain cannot be changed and has no default`() {
        #expect(failure { try preferences.setSearchList([], of: .dynamic) }?.rawValue == -25319)
        #expect(failure { _ = try preferences.defaultKeychain(of: .dynamic) } == .noDefaultKeychain)
        #expect((try? preferences.searchList(of: .dynamic)) == [])
    }

    @Test(arguments: [
        ("work", "/work.keychain-db"), ("work.keychain", "/work.keychain-db"),
        ("work.keychain-db", "/work.keychain-db"), ("a.b", "/a.b.keychain-db"),
    ])
    func `a bare name is a keychain of the home`(name: String, path: String) {
        #expect(preferences.path(ofKeychainNamed: name) == home.path + path)
    }

    @Test(arguments: [
        ("/x/work.keychain", "/x/work.keychain-db"), ("/x/work.keychain-db", "/x/work.keychain-db"),
        ("/x/work", "/x/work"),
    ])
    func `a path is taken as it is, but for the suffix of macOS`(name: String, path: String) {
        #expect(preferences.path(ofKeychainNamed: name) == path)
    }

    @Test func `a relative path is seen from the directory of the program`() {
        let here = FileManager.default.currentDirectoryPath
        #expect(preferences.path(ofKeychainNamed: "x/work.keychain") == here + "/x/work.keychain-db")
    }
}

@Suite struct PasswordFileTests {
    let home: TemporaryHome
    var path: String { home.path + "/password" }

    init() throws { home = try TemporaryHome() }

    private func read(_ bytes: [UInt8]) throws -> [UInt8] {
        SecretLedger.record(bytes)
        try Data(bytes).write(to: URL(fileURLWithPath: path))
        return try PasswordFile.read(path: path).bytes.declassified(because: "it is test data")
    }

    @Test(arguments: [
        ("", ""), ("password", "password"), ("password\n", "password"), ("password\n\n", "password\n"), ("\n", ""),
        ("pass\nword", "pass\nword"), ("password\r\n", "password\r"), (" password ", " password "),
    ])
    func `one last newline is not part of the password`(content: String, password: String) throws {
        // The words of the arguments are printed, so they stand for those of a secret.
        let secret = TestSecret("pass").text
        let bytes = Array(content.replacing("pass", with: secret).utf8)
        #expect(try read(bytes) == Array(password.replacing("pass", with: secret).utf8))
    }

    @Test func `bytes that are no text are read as they are`() throws {
        #expect(try read([0, 0xff, 0x0a, 0x00, 0xfe]) == [0, 0xff, 0x0a, 0x00, 0xfe])
    }

    @Test(arguments: [4095, 4096, 4097, 8192, 1_000_000])
    func `a password of any length is read whole`(count: Int) throws {
        let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 % 251 + 1) | 0x80 }
        #expect(try read(bytes) == bytes)
        #expect(try read(bytes + [0x0a]) == bytes)
    }

    @Test func `a stream that arrives in pieces is read to its end`() throws {
        let pipe = Pipe()
        let writer = startThread {
            let password = TestSecret("password").data + [0x0a]
            for piece in [password[..<4], password[4..<6], password[6...]] {
                pipe.fileHandleForWriting.write(piece)
                usleep(20_000)
            }
            try pipe.fileHandleForWriting.close()
        }
        let secret = try PasswordFile.read(from: pipe.fileHandleForReading.fileDescriptor)
        try writer.wait()
        #expect(secret == ItemSecret("password"))
    }

    @Test func `a file that is missing, a directory, or one that may not be read gives no password`() throws {
        #expect(failure { _ = try PasswordFile.read(path: path) } == .authFailed)
        #expect(failure { _ = try PasswordFile.read(path: home.path) } != nil)
        _ = try read([1])
        try setMode(0, of: path)
        try setMode(0o755, of: home.path)
        let code = try onOwnThread(.withoutRoot) { [path] in failure { _ = try PasswordFile.read(path: path) } }
        #expect(code == .authFailed)
    }

    @Test func `a stream without an end is refused`() throws {
        let file = try #require(FileHandle(forReadingAtPath: "/dev/zero"))
        #expect(failure { _ = try PasswordFile.read(from: file.fileDescriptor) } == .parameter)
    }
}
