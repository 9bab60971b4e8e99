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
    fileprivate static func name(ofFile bytes: [UInt8]) -> KeychainName? {
        let kept = Array((KeychainHomes.suffix + KeptFile.marker).utf8)
        let end = bytes.indices.first { bytes[$0...].starts(with: kept) } ?? bytes.count - suffixSize
        guard end > 0, bytes[0] != UInt8(ascii: "."), bytes[end...].starts(with: KeychainHomes.suffix.utf8),
            !KeptFile.companions.contains(where: { bytes.reversed().starts(with: $0.utf8.reversed()) })
        else { return nil }
        return String(validating: bytes[..<end], as: UTF8.self).map { KeychainName($0) }
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
    fileprivate func defaultCollection(of user: UInt32) -> String { folder(of: user) + "/default-collection" }

    /// A command has deleted a keychain.
    /// - Parameter path: where it was.
    func forgetCollection(_ path: String, of user: UInt32) {
        let folder = folder(of: user)
        let resolved = unsafe realpath(folder, nil).map { path in
            defer { unsafe free(path) }
            return unsafe String(cString: path)
        }
        let bytes = Array(path.utf8)
        for place in [folder, resolved ?? folder] where bytes.starts(with: (place + "/").utf8) {
            let file = Array(bytes.dropFirst(place.utf8.count + 1))
            guard !file.contains(UInt8(ascii: "/")), let name = BusHome.name(ofFile: file) else { continue }
            return DefaultAlias(path: defaultCollection(of: user)).forget(name)
        }
    }
}
