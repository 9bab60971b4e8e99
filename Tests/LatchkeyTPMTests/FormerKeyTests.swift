// The key of before is given up when nothing depends on it, and not sooner.
// SPDX-License-Identifier: Apache-2.0

import Glibc
import LatchkeyPlatform
import LatchkeyService
import LatchkeyTestSupport
import Testing

/// What a file may be called that was a keychain.
private let names = [
    "notes", ".hidden", "closed.keychain-db.damaged-20261121T190400Z", "closed.keychain-db.adopted-20261121T190400Z",
    "closed.keychain-db.deleted-20261121T190400Z.2", "closed.keychain-db.draft-12",
]

@Suite struct FormerKeyTests {
    private let home: TPMHome

    init() throws {
        home = try TPMHome()
        try home.key.moveToTPM()
    }

    @Test(arguments: names)
    func `a keychain that has followed is in nobody's way, under whatever name`(name: String) throws {
        try home.follow()
        try home.rename(home.closed, to: name)
        let path = home.path + "/" + name
        #expect(try home.key.standing(of: path) == .follows)
        #expect(try home.key.keychains().contains(path))
        #expect(try home.key.forgetFormer())
    }

    @Test(arguments: names)
    func `a keychain that has not followed keeps the old key, under whatever name`(name: String) throws {
        try home.wrapOpenAnew()
        try home.rename(home.closed, to: name)
        let path = home.path + "/" + name
        #expect(try home.key.standing(of: path) == .waits(hasPassword: true))
        #expect(failure { try home.key.forgetFormer() } == .interactionNotAllowed)
        #expect(try home.key.hasFormer())
        try home.unlock(at: path)
        #expect(try home.key.forgetFormer())
        try home.unlock(at: path)
    }

    @Test func `a keychain of another folder that a list names keeps the old key`() throws {
        try home.wrapOpenAnew()
        let elsewhere = home.software.directory + "/closed.keychain-db"
        #expect(unsafe rename(home.closed, elsewhere) == 0)
        let listed = [elsewhere, home.open, home.path + "/no-such-keychain"]
        let key = LocalDeviceKey(home: home.path, listed: listed, tpm: home.software.name)
        #expect(try key.keychains() == [home.open, elsewhere])
        #expect(failure { try key.forgetFormer() } == .interactionNotAllowed)
        try home.unlock(at: elsewhere)
        #expect(try key.forgetFormer())
    }

    @Test(arguments: ["list", "link", "plain link", "adopted"])
    func `a keychain on a disk that is not there now keeps the old key`(kind: String) throws {
        try home.wrapOpenAnew()
        let (disk, away) = (home.software.directory + "/disk", home.software.directory + "/away")
        let path = disk + "/closed.keychain-db"
        #expect(unsafe mkdir(disk, 0o700) == 0 && rename(home.closed, path) == 0)
        let name =
            switch kind {
            case "link": home.path + "/link.keychain-db"
            case "plain link": home.path + "/link"
            default: path
            }
        if name != path { #expect(unsafe symlink(path, name) == 0) }
        let key = LocalDeviceKey(home: home.path, listed: [name], tpm: home.software.name)
        if kind == "adopted" {
            #expect(unsafe rename(path, path + ".adopted-20261121T190400Z") == 0)
            #expect(try key.standing(of: path) == .unknown)
        } else {
            #expect(unsafe rename(disk, away) == 0)
            #expect(try key.standing(of: name) == .unknown)
        }
        #expect(try key.keychains().contains(name))
        #expect(failure { try key.forgetFormer() } == .interactionNotAllowed)
        if kind == "adopted" {
            #expect(try key.keychains().contains(path + ".adopted-20261121T190400Z"))
            #expect(unsafe rename(path + ".adopted-20261121T190400Z", path) == 0)
        } else {
            #expect(unsafe rename(away, disk) == 0)
        }
        try home.unlock(at: path)
        #expect(try key.forgetFormer())
        try home.unlock(at: path)
    }

    @Test(arguments: [1, 100, 5000])
    func `a file that may have been a keychain keeps the old key until it is moved away`(size: Int) throws {
        try home.follow()
        let path = home.path + "/old.keychain-db"
        try home.write([UInt8](repeating: 7, count: size), to: path)
        #expect(try home.key.standing(of: path) == .unknown)
        #expect(failure { try home.key.forgetFormer() } == .interactionNotAllowed)
        #expect(try home.contents(of: path) == [UInt8](repeating: 7, count: size))
        #expect(unsafe unlink(path) == 0)
        #expect(try home.key.forgetFormer())
    }

    @Test func `what is no keychain, and what an interrupted creation has left, is in nobody's way`() throws {
        try home.follow()
        try home.write([], to: home.path + "/begun.keychain-db")
        try home.write([7], to: home.path + "/new.keychain-db.draft-0123456789abcdef")
        try home.write(Array("text".utf8), to: home.path + "/notes")
        #expect(unsafe mkdir(home.path + "/folder.keychain-db", 0o700) == 0)
        #expect(unsafe mkfifo(home.path + "/fifo.keychain-db", 0o600) == 0)
        #expect(try home.key.keychains() == [home.closed, home.open])
        #expect(try home.key.forgetFormer())
    }

    @Test func `where there is nothing to give up, that is said`() throws {
        try home.follow()
        #expect(try home.key.forgetFormer())
        #expect(try !home.key.forgetFormer())
        for path in [home.software.directory, home.software.directory + "/no-such-home"] {
            let key = LocalDeviceKey(home: path, tpm: home.software.name)
            #expect(failure { try key.forgetFormer() } == .itemNotFound)
            #expect(key.place == nil)
        }
    }

    @Test(.enabled(if: geteuid() == 0))
    func `root takes nothing of another user's home`() throws {
        #expect(unsafe chown(home.path, 12345, 12345) == 0)
        defer { unsafe chown(home.path, 0, 0) }
        let sealed = try home.contents(of: home.path + "/device.tpm")
        #expect(failure { try home.key.forgetFormer() } == .writePermission)
        #expect(failure { try home.key.moveToTPM() } == .writePermission)
        #expect(failure { try home.key.requireOwner() } == .writePermission)
        #expect(try home.contents(of: home.path + "/device.tpm") == sealed)
    }

    /// Whoever makes or renames a keychain there has the lock as well.
    @Test func `the folder is locked from the look at the keychains on`() throws {
        try home.follow()
        let descriptor = unsafe open(home.path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        defer { close(descriptor) }
        #expect(flock(descriptor, LOCK_EX) == 0)
        let (key, path) = (home.key, home.path)
        let forgetting = startThread { try key.forgetFormer() }
        usleep(300_000)
        // It waits; what comes now is seen.
        #expect(unsafe rename(home.closed, path + "/later") == 0)
        try home.write([7], to: path + "/late.keychain-db")
        flock(descriptor, LOCK_UN)
        #expect(failure { _ = try forgetting.wait() } == .interactionNotAllowed)
        #expect(try key.hasFormer())
    }
}
