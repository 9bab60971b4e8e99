// Who a program is when the keychain runs inside it: its entitlements file, else an ad-hoc identity.
// SPDX-License-Identifier: Apache-2.0

import Crypto
import FoundationEssentials
import Glibc
package import LatchkeyModel
package import LatchkeyPlatform
import LatchkeyStore

/// The identity of an executable in embedded mode. It keeps Apple's rules for the program itself; it cannot keep one
/// program of a user from another program of the same user.
package struct EmbeddedIdentity: Sendable {
    private let executable: String

    /// The program that is running.
    /// - Throws: `.notAvailable` if /proc does not tell.
    package static func current() throws(KeychainError) -> EmbeddedIdentity {
        var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
        let count = unsafe readlink("/proc/self/exe", &buffer, buffer.count)
        guard count > 0, count < buffer.count else {
            throw KeychainError(.notAvailable, during: "finding out which program is running", cause: .errno(errno))
        }
        return EmbeddedIdentity(
            executable: String(decoding: buffer[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self))
    }

    package init(executable: String) { self.executable = executable }

    /// The caller with its application identifier and its groups: of `<executable>.entitlements` if there is such a
    /// file, else the ad-hoc group. A file that does not parse gives no group at all, so that a broken entitlement
    /// never widens access.
    package func caller() -> Caller {
        guard let entitlements = contents(of: executable + ".entitlements") else {
            let group = adHocGroup
            return Caller(accessGroups: [group], overBusAs: group.rawValue, applicationIdentifier: group.rawValue)
        }
        guard let parsed = Entitlements(propertyList: [UInt8](entitlements), isOwn: true) else {
            return Caller(accessGroups: [])
        }
        let identifier = parsed.identifier ?? adHocGroup.rawValue
        return Caller(
            accessGroups: parsed.accessGroups, overBusAs: parsed.isDebuggable ? nil : identifier,
            applicationIdentifier: identifier)
    }

    /// `<team>.<bundle identifier from Info.plist beside the executable, else its name>`.
    package var adHocGroup: AccessGroup {
        let name = executable[(executable.lastIndex(of: "/").map(executable.index(after:)) ?? executable.startIndex)...]
        let directory = executable.dropLast(name.count)
        let bundle = contents(of: directory + "Info.plist").flatMap {
            PropertyListText([UInt8]($0), isOwn: true)?.decoded(as: Bundle.self)?.CFBundleIdentifier
        }
        return Self.adHocGroup(ofProgramNamed: bundle ?? String(name), user: getuid())
    }

    /// The group of a program that has neither a signature nor entitlements.
    package static func adHocGroup(ofProgramNamed name: String, user: UInt32) -> AccessGroup {
        AccessGroup(rawValue: "\(adHocTeam(of: user)).\(name)")
    }

    /// `ADHOC` and five base-32 characters (RFC 4648) of a hash of the user id: ten characters, as a team has.
    private static func adHocTeam(of user: UInt32) -> String {
        let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567")
        let hash = SHA256.hash(data: Array("latchkey ad-hoc team \(user)".utf8))
        var bits = hash.prefix(4).reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
        var letters = ""
        for _ in 0..<5 {
            letters.append(alphabet[Int(bits >> 27)])
            bits <<= 5
        }
        return "ADHOC" + letters
    }

    /// Who the running program is.
    /// - Throws: `.notAvailable` for another process: nobody is there who could know.
    static func report(on process: Int32?, _ caller: Caller) throws(KeychainError) -> IdentityReport {
        guard process == nil || process == getpid() else {
            throw KeychainError(
                .notAvailable, during: "finding out who another program is",
                hint: "the keychain runs inside this program; a daemon knows its callers, see keychaind(8)")
        }
        return IdentityReport(
            processID: getpid(), userID: geteuid(), executable: try current().executable, origin: .embedded,
            applicationIdentifier: caller.applicationIdentifier, accessGroups: caller.accessGroups)
    }

    /// The largest property list that is read, in bytes.
    private static let largestFile = 1 << 20

    private func contents(of path: String) -> Data? {
        // What FileManager says of a size has another type in a program that does not load the whole Foundation.
        guard let isSmall = FileSystem.isSmallFile(at: path, atMost: Self.largestFile) else { return nil }
        return isSmall ? FileManager.default.contents(atPath: path) ?? Data() : Data()
    }

    private struct Bundle: Decodable { let CFBundleIdentifier: String }
}
