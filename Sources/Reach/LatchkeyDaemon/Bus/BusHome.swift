// The keychains of the user of a bus, as the Secret Service sees them.
// SPDX-License-Identifier: Apache-2.0

import Glibc
import LatchkeyModel
import LatchkeyPlatform
import LatchkeySecretService
import LatchkeyService

/// Used by the thread of one user's bus.
final class BusHome: ServiceHome {
    private let homes: KeychainHomes
    private let user: UInt32
    private let started = UInt64(max(1, time(nil)))
    /// Names that are looked at in the folder.
    private static let largestCount = 1024

    init(_ homes: KeychainHomes, user: UInt32) {
        self.homes = homes
        self.user = user
    }

    func keychainNames() -> [KeychainName]? {
        guard let folder = unsafe opendir(homes.folder(of: user)) else { return errno == ENOENT ? [] : nil }
        defer { unsafe closedir(folder) }
        var names: Set<KeychainName> = []
        while names.count < Self.largestCount {
            errno = 0
            guard let entry = unsafe readdir(folder) else {
                // What could not be listed to its end has not ended.
                if errno != 0 { return nil }
                break
            }
            let bytes = unsafe withUnsafeBytes(of: entry.pointee.d_name) { name in
                unsafe Array(name.prefix { $0 != 0 })
            }
            if let name = Self.name(ofFile: bytes) { names.insert(name) }
        }
        return Array(names)
    }

    /// - Returns: nil if the file is no keychain. One that was set aside as damaged is still there: its items are not
    ///   gone, and cannot be read.
    private static func name(ofFile bytes: [UInt8]) -> KeychainName? {
        guard bytes.first != UInt8(ascii: "."), let file = String(validating: bytes, as: UTF8.self) else { return nil }
        return name(of: file) ?? KeptFile.keychain(of: file).flatMap(name)
    }

    /// - Returns: nil if the file is no keychain by its name.
    fileprivate static func name(of file: String) -> KeychainName? {
        guard file.utf8.count > suffixSize, file.utf8.suffix(suffixSize).elementsEqual(KeychainHomes.suffix.utf8) else {
            return nil
        }
        return KeychainName(String(decoding: file.utf8.dropLast(suffixSize), as: UTF8.self))
    }

    private static let suffixSize = KeychainHomes.suffix.utf8.count

    func hasKeychain(named name: KeychainName) -> Bool? {
        guard let place = try? place(of: name) else { return nil }
        var status = stat()
        guard unsafe lstat(place.path, &status) != 0 else { return true }
        return errno == ENOENT ? false : nil
    }

    func collection(named name: KeychainName) throws(KeychainError) -> any CollectionStore {
        let place = try place(of: name)
        return KeychainCollection(KeychainFile(place.service, path: place.path), named: name.text, since: started)
    }

    private func place(
        of name: KeychainName
    ) throws(KeychainError) -> (service: KeychainService, path: String, isDefault: Bool) {
        try homes.place(of: name.text + KeychainHomes.suffix, for: user, byTool: false)
    }

    func countLock(of name: KeychainName, at now: UInt64) -> Bool {
        guard let place = try? place(of: name) else { return false }
        return (try? homes.locks.take(of: place.path, by: user, at: now)) != nil
    }

    var aliasFile: String? { homes.defaultCollection(of: user) }
}

extension KeychainHomes {
    /// Keychains of a home. A service has so many open at once and a few more, so that those of the user always open.
    private static let mostKeychains = 200

    /// - Throws: `.notAvailable` if the home has as many keychains as it may, and none of this path.
    func requireRoom(for path: String, of user: UInt32) throws(KeychainError) {
        guard let name = collectionName(at: path, of: user), let names = BusHome(self, user: user).keychainNames(),
            names.count >= Self.mostKeychains, !names.contains(name)
        else { return }
        throw KeychainError(
            .notAvailable, during: "making a keychain",
            hint: "the home has 200 keychains, as many as the daemon keeps; delete one with `security delete-keychain`")
    }

    fileprivate func defaultCollection(of user: UInt32) -> String { folder(of: user) + "/default-collection" }

    /// A command has deleted a keychain, or has made one: it is not the default, whatever had its name before.
    /// - Parameter path: where it is, or was.
    func forgetCollection(_ path: String, of user: UInt32) {
        guard let name = collectionName(at: path, of: user) else { return }
        DefaultAlias(path: defaultCollection(of: user)).forget(name)
    }

    /// - Returns: nil for a path that is not in the home.
    private func collectionName(at path: String, of user: UInt32) -> KeychainName? {
        let folder = folder(of: user)
        let resolved = unsafe realpath(folder, nil).map { path in
            defer { unsafe free(path) }
            return unsafe String(cString: path)
        }
        for place in [folder, resolved ?? folder] where path.utf8.starts(with: (place + "/").utf8) {
            let file = String(decoding: path.utf8.dropFirst(place.utf8.count + 1), as: UTF8.self)
            guard !file.utf8.contains(UInt8(ascii: "/")), let name = BusHome.name(of: file) else { continue }
            return name
        }
        return nil
    }
}
