// The decisions of a user, or of the machine, in a file (Documentation/Reference/Formats/TrustSettings.md).
// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import Glibc
import LatchkeyCertificates
import LatchkeyModel
package import LatchkeyPlatform
import Synchronization

/// Reads the file when it is first asked, and again when it has changed. Safe to call from any thread.
package final class TrustSettingsFile: Sendable {
    package let path: String
    /// Whether everybody reads it, and only root writes it.
    private let isOfMachine: Bool
    private let loaded = Mutex<(state: AnchorFile.State, settings: [TrustSetting])?>(nil)

    /// The settings of the machine, which only root can change.
    package static let machine = TrustSettingsFile(path: "/etc/latchkey/trust-settings.plist", isOfMachine: true)

    /// Most decisions of a file.
    package static let largestCount = 4096

    package init(path: String, isOfMachine: Bool = false) {
        self.path = path
        self.isOfMachine = isOfMachine
    }

    /// The settings of the user whose keychains are in `home`.
    package convenience init(home: String) { self.init(path: home + "/trust-settings.plist") }

    /// The decisions in their order; none if there is no file.
    /// - Throws: `.notAvailable` for a file that cannot be read, or is none of settings: it may hold a refusal.
    package func settings() throws(KeychainError) -> [TrustSetting] {
        guard let state = AnchorFile.State(path: path) else {
            guard unsafe access(path, F_OK) != 0, errno == ENOENT || errno == ENOTDIR else { throw Self.damaged }
            return []
        }
        if let known = loaded.withLock({ $0 }), known.state == state { return known.settings }
        guard let file = AnchorFile(path: path) else { throw Self.damaged }
        let settings = try Self.settings(in: file.bytes)
        loaded.withLock { $0 = (file.state, settings) }
        return settings
    }

    /// The decisions of a file's bytes.
    /// - Throws: `.notAvailable` for what is no file of settings.
    package static func settings(in bytes: [UInt8]) throws(KeychainError) -> [TrustSetting] {
        guard let stored = PropertyListText(bytes)?.decoded(as: Stored.self),
            stored.version == Stored.version, stored.settings.count <= largestCount
        else { throw damaged }
        var settings: [TrustSetting] = []
        for entry in stored.settings { settings.append(try entry.setting()) }
        return settings
    }

    /// The bytes of a file.
    /// - Throws: `.parameter` for more decisions than a file has.
    package static func encoded(_ settings: [TrustSetting]) throws(KeychainError) -> [UInt8] {
        let encoder = PropertyListEncoder()
        encoder.outputFormat = .xml
        guard settings.count <= largestCount, let data = try? encoder.encode(Stored(settings)),
            data.count <= AnchorFile.largestSize
        else {
            throw KeychainError(
                .parameter, during: "writing trust settings", hint: "there are too many; nothing was changed")
        }
        return [UInt8](data)
    }

    /// Changes the decisions; processes take turns.
    /// - Throws: `.writePermission` or `.diskFull` if the file cannot be written, `.parameter` for more decisions than
    ///   a file has, `.inputOutput` if the change may be lost when the power fails.
    package func change(_ body: (inout [TrustSetting]) throws(KeychainError) -> Void) throws(KeychainError) {
        let file = FileReplacement(
            of: path, mode: .exactly(isOfMachine ? 0o644 : 0o600), during: "writing trust settings",
            hint: "the file of the settings cannot be written")
        try file.inTurn { () throws(KeychainError) in
            loaded.withLock { $0 = nil }
            defer { loaded.withLock { $0 = nil } }
            var settings = try settings()
            try body(&settings)
            try file.write(try Self.encoded(settings))
        }
    }

    private static let damaged = KeychainError(
        .notAvailable, during: "reading trust settings", hint: "the file of the trust settings is damaged")

    private struct Stored: Codable {
        static let version = 1
        var version = Stored.version
        var settings: [Entry]

        init(_ settings: [TrustSetting]) { self.settings = settings.map(Entry.init) }

        struct Entry: Codable {
            let certificate: Data
            let result: Int
            let use: String?
            let name: String?

            init(_ setting: TrustSetting) {
                certificate = Data(setting.certificate.der)
                result = setting.result.rawValue
                use = setting.use?.rawValue
                name = setting.name
            }

            /// What is not known is no reason to leave a decision out: it may be a refusal.
            func setting() throws(KeychainError) -> TrustSetting {
                guard let result = TrustSetting.Result(rawValue: result),
                    let certificate = try? Certificate(der: [UInt8](certificate))
                else { throw TrustSettingsFile.damaged }
                let known = use.map(TrustSetting.Use.init(rawValue:))
                if let known, known == nil { throw TrustSettingsFile.damaged }
                return TrustSetting(certificate, result, for: known ?? nil, name: name)
            }
        }
    }
}
