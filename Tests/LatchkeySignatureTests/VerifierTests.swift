// What counts as signed, and why everything else does not.
// SPDX-License-Identifier: Apache-2.0

import Crypto
import Foundation
import Glibc
import LatchkeyCertificates
import LatchkeyModel
import LatchkeySignature
import LatchkeyTestSupport
import LatchkeyTrust
import Testing

@Suite struct VerifierTests {
    let files: TestFiles

    init() throws { files = try TestFiles() }

    @Test func `a program that a trusted team signed says who it is`() throws {
        let team = try TestTeam()
        try files.install(team)
        let verdict = try files.verdict(of: signed(by: team))
        guard case .trusted(let code) = verdict else {
            Issue.record("\(verdict)")
            return
        }
        #expect(code.identifier.text == "com.example.app")
        #expect(code.team?.text == "TEAM123456")
        #expect(code.entitlements.accessGroups.map(\.rawValue) == ["TEAM123456.shared", "TEAM123456.com.example.app"])
        #expect(code.validUntil == 900_000_000)
        #expect(try code.codeDigest == Array(SHA256.hash(data: directory().encoded)))
    }

    @Test func `an ad-hoc signature is told from a team's`() throws {
        let directory = try directory(team: nil)
        let verdict = try files.verdict(of: program + SignatureRecord(adHoc: directory).encoded)
        guard case .adHoc(let code) = verdict else {
            Issue.record("\(verdict)")
            return
        }
        #expect(code.team == nil && code.validUntil == nil)
    }

    @Test func `who takes no ad-hoc signature is answered before the program is digested`() throws {
        let team = try TestTeam()
        try files.install(team)
        let file = files.path + "/program"
        let adHoc = SignatureRecord(adHoc: try directory(team: nil)).encoded
        func verdict(of bytes: [UInt8]) throws -> SignatureVerdict {
            try Data(bytes).write(to: URL(fileURLWithPath: file))
            let descriptor = unsafe open(file, O_RDONLY | O_CLOEXEC)
            defer { close(descriptor) }
            return SignatureVerifier(teams: files.teams).verify(descriptor, at: TestFiles.today, accepting: .teams)
        }
        #expect(try verdict(of: program + adHoc) == .refused(.adHoc))
        // The digest would be another: nobody looked.
        #expect(try verdict(of: program.reversed() + adHoc) == .refused(.adHoc))
        #expect(try verdict(of: signed(by: team)).code != nil)
        #expect(try verdict(of: program) == .refused(.unsigned))
    }

    @Test func `every byte of the program and of the record counts`() throws {
        let team = try TestTeam()
        try files.install(team)
        let whole = try signed(by: team)
        let file = files.path + "/program"
        for bytes in [whole, program + SignatureRecord(adHoc: try directory(team: nil)).encoded] {
            try Data(bytes).write(to: URL(fileURLWithPath: file))
            #expect(try files.verdict(ofFile: file).code != nil)
            let descriptor = unsafe open(file, O_RDWR | O_CLOEXEC)
            try #require(descriptor >= 0)
            defer { close(descriptor) }
            let verifier = SignatureVerifier(teams: files.teams)
            for place in bytes.indices {
                var byte = bytes[place] ^ (1 << (place & 7))
                unsafe pwrite(descriptor, &byte, 1, off_t(place))
                let verdict = verifier.verify(descriptor, at: TestFiles.today)
                if verdict.code != nil { Issue.record("byte \(place) of \(bytes.count) may be another") }
                byte = bytes[place]
                unsafe pwrite(descriptor, &byte, 1, off_t(place))
            }
            #expect(verifier.verify(descriptor, at: TestFiles.today).code != nil)
        }
    }

    @Test func `a program is not signed by bytes before it, after it or left out of it`() throws {
        let team = try TestTeam()
        try files.install(team)
        let whole = try signed(by: team)
        #expect(try files.verdict(of: [0] + whole) == .refused(.damagedRecord))
        #expect(try files.verdict(of: whole + [0]) == .refused(.unsigned))
        #expect(try files.verdict(of: Array(whole.dropFirst())) == .refused(.damagedRecord))
        for count in 0..<whole.count {
            #expect(try files.verdict(of: Array(whole.prefix(count))) == .refused(.unsigned))
        }
        #expect(try files.verdict(of: program) == .refused(.unsigned))
        #expect(try files.verdict(of: []) == .refused(.unsigned))
    }

    @Test func `a record does not fit another program of the same length`() throws {
        let team = try TestTeam()
        try files.install(team)
        let record = try signed(by: team).dropFirst(program.count)
        #expect(try files.verdict(of: program.reversed() + record) == .refused(.digestDiffers))
    }

    @Test func `a team's record that lost its signature is no ad-hoc one`() throws {
        try files.install(TestTeam())
        let bytes = program + SignatureRecord(adHoc: try directory()).encoded
        #expect(try files.verdict(of: bytes) == .refused(.badSignature))
    }

    @Test func `a message over another directory does not count`() throws {
        let team = try TestTeam()
        try files.install(team)
        let other = try directory(entitlements: [])
        let record = SignatureRecord(try directory(), message: try team.message(over: other).encoded)
        #expect(try files.verdict(of: program + record.encoded) == .refused(.badSignature))
    }

    @Test func `a team that is not installed is not trusted, nor one that only has the same name`() throws {
        let team = try TestTeam()
        let bytes = try signed(by: team)
        #expect(try files.verdict(of: bytes) == .refused(.untrustedTeam))
        try files.install(TestTeam())
        #expect(try files.verdict(of: bytes) == .refused(.untrustedTeam))
        try files.install(TestTeam("OTHERTEAM1"), as: "other.pem")
        #expect(try files.verdict(of: bytes) == .refused(.untrustedTeam))
        try files.install(team, as: "third.pem")
        #expect(try files.verdict(of: bytes).code != nil)
    }

    @Test func `a root vouches for its own team alone`() throws {
        let team = try TestTeam { $0.rootUnits = ["OTHERTEAM1"] }
        try files.install(team)
        #expect(try files.verdict(of: signed(by: team)) == .refused(.untrustedTeam))
    }

    @Test func `an authority that signs a program itself is no signer`() throws {
        let team = try TestTeam { $0.rootKeyUsage = [.digitalSignature, .keyCertSign] }
        try files.install(team)
        let directory = try directory()
        let record = SignatureRecord(directory, message: try team.messageOfRoot(over: directory).encoded)
        #expect(try files.verdict(of: program + record.encoded) == .refused(.certificate(.wrongUse)))
        #expect(try files.verdict(of: signed(by: team)).code != nil)
    }

    @Test func `teams that cannot be read are not taken for none`() throws {
        let team = try TestTeam()
        try FileManager.default.removeItem(atPath: files.teams.directory)
        #expect(try files.verdict(of: signed(by: team)) == .refused(.untrustedTeam))
        try Data().write(to: URL(fileURLWithPath: files.teams.directory))
        #expect(try files.verdict(of: signed(by: team)) == .refused(.unreadable(errno: ENOTDIR)))
    }

    @Test(
        arguments: [
            [], ["TEAM12345"], ["team123456"], ["TEAM1234567"], ["TEAM12345\u{c4}"], ["TEAM123456", "OTHERTEAM1"],
            ["OTHERTEAM1"],
        ])
    func `the signer's one unit is the team of the record`(units: [String]) throws {
        let team = try TestTeam { $0.signerUnits = units }
        try files.install(team)
        #expect(try files.verdict(of: signed(by: team)) == .refused(.wrongTeam))
    }

    @Test func `certificates are good at the time of checking`() throws {
        let team = try TestTeam()
        try files.install(team)
        let bytes = try signed(by: team)
        #expect(try files.verdict(of: bytes, at: 900_000_001) == .refused(.certificate(.expired)))
        #expect(try files.verdict(of: bytes, at: 699_999_999) == .refused(.certificate(.notYetValid)))
        #expect(try files.verdict(of: bytes, at: .nan) == .refused(.certificate(.notYetValid)))
    }

    @Test func `a certificate that says what it is for must be for code`() throws {
        let other = try TestTeam { $0.usages = [1] }
        try files.install(other)
        #expect(try files.verdict(of: signed(by: other)) == .refused(.certificate(.wrongUse)))
        let silent = try TestTeam { $0.usages = nil }
        try files.install(silent)
        #expect(try files.verdict(of: signed(by: silent)).code != nil)
        let agreement = try TestTeam { $0.keyUsage = .keyAgreement }
        try files.install(agreement)
        #expect(try files.verdict(of: signed(by: agreement)) == .refused(.certificate(.wrongKeyUsage)))
    }

    @Test func `a certificate that the root did not sign is not the team's`() throws {
        let team = try TestTeam { $0.isIssuedByRoot = false }
        try files.install(team)
        #expect(try files.verdict(of: signed(by: team)) == .refused(.untrustedTeam))
    }

    @Test(arguments: [
        "", "<plist", "nonsense", "bplist00", "<?xml version=\"1.0\"?><plist><array/></plist>",
        "<plist version=\"1.0\"><dict><key>keychain-access-groups</key><string>x</string></dict></plist>",
        "<plist version=\"1.0\"><dict><key>com.apple.private.keychain.deny</key><integer>0</integer></dict></plist>",
        "<plist version=\"1.0\">" + String(repeating: "<array>", count: 9000) + "</plist>",
    ])
    func `entitlements that cannot be read give no identity at all`(text: String) throws {
        let team = try TestTeam()
        try files.install(team)
        let verdict = try files.verdict(of: signed(by: team, entitlements: Array(text.utf8)))
        #expect(
            text.isEmpty ? verdict.code?.entitlements == Optional(.none) : verdict == .refused(.damagedEntitlements))
    }

    @Test func `property lists in one another do not exhaust a small stack`() throws {
        let text = String(repeating: "<plist>", count: CodeDirectory.largestEntitlements / 7)
        let isRefused = try onOwnThread(stackSize: 4 << 20) { Entitlements(embedded: Array(text.utf8)) == nil }
        #expect(isRefused)
        #expect(Entitlements(embedded: Array("<plist><plist><dict/></plist></plist>".utf8)) == nil)
        #expect(Entitlements(embedded: Array("<plist><dict/></plist>".utf8)) != nil)
    }

    @Test func `what is no file has no signature`() throws {
        #expect(try files.verdict(ofFile: files.path) == .refused(.notAFile))
        #expect(try files.verdict(ofFile: "/dev/null") == .refused(.notAFile))
        #expect(SignatureVerifier(teams: files.teams).verify(-1, at: 0) == .refused(.unreadable(errno: EBADF)))
    }

    @Test func `the position of the descriptor stays`() throws {
        let team = try TestTeam()
        try files.install(team)
        let file = files.path + "/program"
        try Data(signed(by: team)).write(to: URL(fileURLWithPath: file))
        let descriptor = unsafe open(file, O_RDONLY)
        defer { close(descriptor) }
        lseek(descriptor, 17, SEEK_SET)
        #expect(SignatureVerifier(teams: files.teams).verify(descriptor, at: TestFiles.today).code != nil)
        #expect(lseek(descriptor, 0, SEEK_CUR) == 17)
    }

    @Test func `a file of many parts is digested`() throws {
        let file = files.path + "/large"
        let size = 64 << 20
        let digest: Hex = "3b6a07d0d404fab4e23b6d34bc6696a6a312dd92821332385e5af7c01c421351"
        let directory = CodeDirectory(
            identifier: try #require(CodeIdentifier("large")), team: nil, entitlements: [], fileSize: UInt64(size),
            digest: digest.bytes)
        try Data().write(to: URL(fileURLWithPath: file))
        unsafe truncate(file, size)
        let handle = try FileHandle(forWritingTo: URL(fileURLWithPath: file))
        try handle.seekToEnd()
        try handle.write(contentsOf: Data(SignatureRecord(adHoc: directory).encoded))
        #expect(try files.verdict(ofFile: file).code?.identifier.text == "large")
    }
}
