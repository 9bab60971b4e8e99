// The keychains in the folder of a home.
// SPDX-License-Identifier: Apache-2.0

import Glibc
import LatchkeyPlatform
import LatchkeyService

@testable import LatchkeySecretService

final class KeychainFolder: ServiceHome {
    /// Gives the service that has a keychain, and the absolute path of its file, by the file's name in the folder.
    typealias Finder = (_ file: String) throws(KeychainError) -> (service: KeychainService, path: String)

    private let path: String
    private let find: Finder
    /// When the service has started, for keychains that have no file yet.
    private let start: UInt64

    private static let suffix = ".keychain-db"
    private static let aliasName = "secret-service-default"
    /// Files that are looked at.
    private static let mostEntries = 10_000

    init(_ path: String, find: @escaping Finder) {
        self.path = path
        self.find = find
        start = UInt64(max(1, time(nil)))
    }

    func countLock(of name: KeychainName, at now: UInt64) -> Bool { true }

    var aliasFile: String? { path + "/" + Self.aliasName }

    func keychainNames() -> [KeychainName]? {
        guard let folder = unsafe opendir(path) else { return nil }
        defer { unsafe closedir(folder) }
        var names: [KeychainName] = []
        for _ in 0..<Self.mostEntries {
            guard let entry = unsafe readdir(folder) else { break }
            let name = unsafe withUnsafeBytes(of: entry.pointee.d_name) { bytes in
                unsafe String(validating: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            guard let name, name.utf8.first != UInt8(ascii: "."),
                name.utf8.count > Self.suffix.utf8.count,
                name.utf8.suffix(Self.suffix.utf8.count).elementsEqual(Self.suffix.utf8)
            else { continue }
            names.append(KeychainName(String(decoding: name.utf8.dropLast(Self.suffix.utf8.count), as: UTF8.self)))
        }
        return names
    }

    func hasKeychain(named name: KeychainName) -> Bool? {
        unsafe access(path + "/" + name.text + Self.suffix, F_OK) == 0
    }

    func collection(named name: KeychainName) throws(KeychainError) -> any CollectionStore {
        let place = try find(name.text + Self.suffix)
        return KeychainCollection(KeychainFile(place.service, path: place.path), named: name.text, since: start)
    }
}
