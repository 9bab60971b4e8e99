// The listing of an access list (`dump-keychain -a`).
// SPDX-License-Identifier: Apache-2.0

package import LatchkeyModel

package enum AccessListing {
    /// The lines of `list`, in the form of macOS; its one entry is for reading, and `<null>` stands for any
    /// application.
    package static func text(of list: AccessList) -> [UInt8] {
        guard !list.entries.isEmpty else { return Array("access: there is no access list\n".utf8) }
        var lines = Array("access: 1 entries\n    entry 0:\n        authorizations (1): decrypt\n".utf8)
        guard !list.entries.contains(.anyApplication) else {
            return lines + Array("        applications: <null>\n".utf8)
        }
        lines += Array("        applications (\(list.entries.count)):\n".utf8)
        for (index, entry) in list.entries.enumerated() {
            lines += Array("            \(index): ".utf8)
            switch entry {
            case .anyApplication: break
            case .application(let application):
                lines += BufferRule.text(of: Array(application.path.utf8)) + Array(" is ".utf8)
                lines += BufferRule.text(of: Array(application.identifier.utf8))
            case .partition(let partition): lines += Array("partition \(partition.text)".utf8)
            }
            lines += Array("\n".utf8)
        }
        return lines
    }
}
