// The keychain files in a user's home.
// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import Glibc
import LatchkeyModel

/// They are the keychains of programs that run without a daemon. Behind the daemon of the system nobody sees them until
/// `latchkey adopt` has moved their items.
package struct HomeKeychains: Sendable {
    package let home: String

    package init(home: String) { self.home = home }

    private static let suffix = ".keychain-db"

    /// The paths of the keychains, by name. A link that leads nowhere is none.
    package var paths: [String] {
        names.filter { $0.hasSuffix(Self.suffix) && $0.count > Self.suffix.count && !$0.hasPrefix(".") }.sorted()
            .map { home + "/" + $0 }.filter(Self.isThere)
    }

    /// The last part of a path.
    package static func name(ofFileAt path: String) -> String {
        path.split(separator: "/").last.map(String.init) ?? path
    }

    /// The same as users say it.
    package static func shortName(ofFileAt path: String) -> String {
        let name = name(ofFileAt: path)
        return name.hasSuffix(suffix) ? String(name.dropLast(suffix.count)) : name
    }

    /// A file whose items were moved.
    package struct Kept: Hashable, Sendable {
        package let path: String
        /// The path that it had.
        package let original: String
        /// When it got this name, in seconds since 2001-01-01 UTC; nil if the name does not say so.
        package let time: Double?
    }

    /// The files whose items were moved, the newest first.
    package var kept: [Kept] {
        names.compactMap { name in
            guard let (keychain, stamp) = KeptFile.adopted(name), keychain.hasSuffix(Self.suffix) else { return nil }
            return Kept(path: home + "/" + name, original: home + "/" + keychain, time: KeptFile.time(of: stamp))
        }.sorted { ($0.time ?? 0, $0.path) > ($1.time ?? 0, $1.path) }
    }

    /// Those of one keychain, which may be outside of a home, the newest first.
    /// - Parameter path: the one that the keychain had, or that of a file that is kept.
    package static func kept(of path: String) -> [Kept] {
        guard let slash = path.lastIndex(of: "/") else { return [] }
        let (folder, last) = (HomeKeychains(home: String(path[..<slash])), String(path[path.index(after: slash)...]))
        return folder.names.compactMap { name in
            guard let (keychain, stamp) = KeptFile.adopted(name), name == last || keychain == last else { return nil }
            return Kept(
                path: folder.home + "/" + name, original: folder.home + "/" + keychain, time: KeptFile.time(of: stamp))
        }.sorted { ($0.time ?? 0, $0.path) > ($1.time ?? 0, $1.path) }
    }

    /// The keychains whose items have moved, and which nobody has brought back or made anew, by their paths.
    package var movedAway: [String] { Set(kept.map(\.original)).filter { !Self.isThere($0) }.sorted() }

    private static func isThere(_ path: String) -> Bool { FileManager.default.fileExists(atPath: path) }

    private var names: [String] { (try? FileManager.default.contentsOfDirectory(atPath: home)) ?? [] }
}

extension ClientConfiguration {
    /// The keychains of the home whose items a daemon has, if none is asked: after a removal, or for one program.
    package var movedAway: [String] { socket == nil ? HomeKeychains(home: home).movedAway : [] }

    /// Whether older files of keychains are beside those that programs use, if no daemon is asked.
    package var hasOlderFiles: Bool { socket == nil && !HomeKeychains(home: home).kept.isEmpty }

    /// The keychains of the home that a daemon keeps programs from seeing. A daemon of the user may have these very
    /// files, so that it counts as none.
    package var unadopted: [String] {
        guard let socket else { return [] }
        var status = stat()
        guard unsafe stat(socket, &status) == 0, status.st_uid != geteuid() else { return [] }
        return HomeKeychains(home: home).paths
    }
}
