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

    func keychainNames() -> [String]? {
        guard let folder = unsafe opendir(homes.folder(of: user)) else { return errno == ENOENT ? [] : nil }
        defer { unsafe closedir(folder) }
        var names: [String] = []
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
            guard bytes.first != UInt8(ascii: "."), let name = String(validating: bytes, as: UTF8.self),
                name.hasSuffix(KeychainHomes.suffix), name.utf8.count > KeychainHomes.suffix.utf8.count
            else { continue }
            names.append(String(name.dropLast(KeychainHomes.suffix.count)))
        }
        return names
    }

    func collection(named name: String) throws(KeychainError) -> any CollectionStore {
        let place = try homes.place(of: name + KeychainHomes.suffix, for: user, byTool: false)
        return KeychainCollection(KeychainFile(place.service, path: place.path), named: name, since: started)
    }

    func countLock(of name: String, at now: UInt64) -> Bool {
        guard let place = try? homes.place(of: name + KeychainHomes.suffix, for: user, byTool: false) else {
            return false
        }
        return (try? homes.locks.take(of: place.path, by: user, at: now)) != nil
    }

    var aliasFile: String? { homes.defaultCollection(of: user) }
}

extension KeychainHomes {
    fileprivate func defaultCollection(of user: UInt32) -> String { folder(of: user) + "/default-collection" }

    /// A command has deleted a keychain.
    /// - Parameter path: where it was.
    func forgetCollection(_ path: String, of user: UInt32) {
        let folder = folder(of: user) + "/"
        guard path.hasPrefix(folder), path.hasSuffix(Self.suffix) else { return }
        DefaultAlias(path: defaultCollection(of: user)).forget(
            String(path.dropFirst(folder.count).dropLast(Self.suffix.count)))
    }
}
