// Damaged files that are kept beside a keychain.
// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import LatchkeyModel

package enum KeptFiles {
    /// One finding for each, the oldest first.
    package static func findings(keychain path: String) -> [Finding] {
        let directory = path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "."
        let name = path.split(separator: "/").last.map(String.init) ?? path
        let names = (try? FileManager.default.contentsOfDirectory(atPath: directory)) ?? []
        return names.filter { KeptFile.isKept($0, from: name) }.sorted()
            .map { Finding("a damaged file is kept: \(directory)/\($0); delete it when you need nothing of it") }
            + names.filter {
                $0.hasPrefix(name + KeptFile.markerOfDeleted) && !$0.hasSuffix("-wal") && !$0.hasSuffix("-shm")
            }
            .sorted()
            .map {
                Finding(
                    "a damaged file of a deleted keychain is kept: \(directory)/\($0); delete it when you need nothing of it"
                )
            }
            + names.filter { $0.hasPrefix(name + KeptFile.marker) && $0.hasSuffix("-wal") }
            .filter { !names.contains(String($0.dropLast("-wal".count))) }.sorted()
            .map {
                Finding("a log without its file is kept: \(directory)/\($0); delete it when you need nothing of it")
            }
            + names.filter { $0 == name + KeptFile.journal }
            .map {
                Finding(
                    "a rollback journal is beside the keychain, which uses none: \(directory)/\($0); move it away, and do not "
                        + "open the keychain with sqlite3 before")
            }
    }
}
