// Which keychains there are: the search list, the default and the login keychain of each domain.
// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import LatchkeyModel
package import LatchkeyPlatform

/// The preference domains of keychains (reference 6.3.2).
package enum KeychainDomain: String, Sendable, CaseIterable {
    case user, system, common, dynamic
}

/// The lists of `security list-keychains`, `default-keychain` and `login-keychain`, kept as property lists.
package struct KeychainPreferences: Sendable {
    private let home: String
    private let cache = PreferencesCache()

    /// The keychain that a fresh home has.
    package let builtInKeychain: String
    private let personalFile: String

    package init(home: String) {
        self.home = home
        builtInKeychain = home + "/login.keychain-db"
        personalFile = home + "/preferences.plist"
    }

    struct Stored: Codable, Sendable {
        /// Nil until it is set: then it is the login keychain alone.
        var searchList: [String]?
        /// Nil until it is set; empty when it has been unset.
        var defaultKeychain: String?
        var loginKeychain: String?
    }

    private static let systemDirectory = "/etc/latchkey"

    private func path(of domain: KeychainDomain) -> String? {
        switch domain {
        case .user: personalFile
        case .system, .common: "\(Self.systemDirectory)/\(domain.rawValue).plist"
        case .dynamic: nil
        }
    }

    private func read(_ domain: KeychainDomain) throws(KeychainError) -> Stored {
        guard let path = path(of: domain) else { return Stored() }
        return try cache.contents(of: path) { () throws(KeychainError) in try decode(path) } ?? Stored()
    }

    private func decode(_ path: String) throws(KeychainError) -> Stored {
        guard let data = FileManager.default.contents(atPath: path),
            let stored = PropertyListText([UInt8](data))?.decoded(as: Stored.self)
        else {
            throw KeychainError(
                .notAvailable, during: "reading the list of keychains", hint: "preferences.plist is damaged")
        }
        return stored
    }

    private func change(_ domain: KeychainDomain, _ body: (inout Stored) -> Void) throws(KeychainError) {
        guard let path = path(of: domain) else {
            throw KeychainError(.init(rawValue: -25319), during: "changing the keychains of the dynamic domain")
        }
        // What is decided for the machine everybody reads.
        let file = FileReplacement(
            of: path, mode: domain == .user ? .kept(else: 0o644) : .exactly(0o644),
            during: "writing the list of keychains", hint: "the directory of the domain's preferences cannot be written"
        )
        // Processes take turns, so that none writes a list without what another has just put in.
        try file.inTurn { () throws(KeychainError) in
            cache.forget(path)
            defer { cache.forget(path) }
            var stored = try read(domain)
            body(&stored)
            try file.write(try encoded(stored))
        }
    }

    private func encoded(_ stored: Stored) throws(KeychainError) -> [UInt8] {
        let encoder = PropertyListEncoder()
        encoder.outputFormat = .xml
        guard let data = try? encoder.encode(stored) else {
            throw KeychainError(
                .parameter, during: "writing the list of keychains", hint: "a path is no text; nothing was changed")
        }
        return [UInt8](data)
    }

    /// The keychains that are searched, in order: those of the domain, and for the user those of `common` as well.
    package func searchList(of domain: KeychainDomain = .user) throws(KeychainError) -> [String] {
        guard domain == .user else { return try read(domain).searchList ?? [] }
        let common = try read(.common).searchList ?? []
        let personal = try ownSearchList()
        return personal + common.filter { !personal.containsBytes(of: $0) }
    }

    /// Those of the user alone.
    package func ownSearchList() throws(KeychainError) -> [String] {
        try read(.user).searchList ?? [builtInKeychain]
    }

    package func setSearchList(_ paths: [String], of domain: KeychainDomain = .user) throws(KeychainError) {
        try change(domain) { $0.searchList = paths }
    }

    /// Changes the search list of the user, without the entries that come from the common domain.
    package func changeSearchList(_ body: (inout [String]) -> Void) throws(KeychainError) {
        let common = try searchList(of: .common)
        let before = try searchList().filter { !common.containsBytes(of: $0) }
        var after = before
        body(&after)
        if !after.elementsEqual(before, by: { $0.hasSameBytes(as: $1) }) { try setSearchList(after) }
    }

    /// A keychain that is deleted is no default any more. The one that every home has stays the default: it is made
    /// anew.
    package func unsetDefault(_ path: String) throws(KeychainError) {
        guard path != builtInKeychain, path == (try? defaultKeychain()) else { return }
        try setDefaultKeychain(nil)
    }

    /// The keychain that receives what is added.
    /// - Throws: `.noDefaultKeychain` if it has been unset.
    package func defaultKeychain(of domain: KeychainDomain = .user) throws(KeychainError) -> String {
        let stored = try read(domain).defaultKeychain
        guard let path = stored ?? (domain == .user ? builtInKeychain : nil), !path.isEmpty else {
            throw KeychainError(
                .noDefaultKeychain, during: "looking for the default keychain",
                hint: "choose one with `security default-keychain -s`")
        }
        return path
    }

    /// - Parameter path: nil to unset it.
    package func setDefaultKeychain(_ path: String?, of domain: KeychainDomain = .user) throws(KeychainError) {
        try change(domain) { $0.defaultKeychain = path ?? "" }
    }

    package func loginKeychain(of domain: KeychainDomain = .user) throws(KeychainError) -> String {
        let stored = try read(domain).loginKeychain
        guard let path = stored ?? (domain == .user ? builtInKeychain : nil), !path.isEmpty else {
            throw KeychainError(.noDefaultKeychain, during: "looking for the login keychain")
        }
        return path
    }

    package func setLoginKeychain(_ path: String?, of domain: KeychainDomain = .user) throws(KeychainError) {
        try change(domain) { $0.loginKeychain = path ?? "" }
    }

    /// The path of a keychain that a user names: an absolute or relative path, or a name in the home. As on macOS the
    /// file of `x.keychain` is `x.keychain-db`.
    package func path(ofKeychainNamed name: String) -> String {
        var path = name.contains("/") ? ClientConfiguration.absolute(name) : home + "/" + name
        if path.hasSuffix(".keychain") {
            path += "-db"
        } else if !name.contains("/"), !path.hasSuffix(".keychain-db") {
            path += ".keychain-db"
        }
        return path
    }
}
