// The list of partitions that `-S` gives.
// SPDX-License-Identifier: Apache-2.0

import Glibc
package import LatchkeyModel

package enum PartitionList {
    private static let tools = ["security", "latchkey"]

    /// Reads partitions with commas between them: `apple:` and `apple-tool:` for the commands of the keychain,
    /// `teamid:` and a team, `unsigned:`, `path:` and an absolute path; `codesign:` adds nobody. Nothing at all takes
    /// every program from the list.
    package static func accessList(_ text: String, in context: ToolContext) throws(CommandFailure) -> AccessList {
        var entries: [AccessListEntry] = []
        for word in text.split(separator: ",") {
            let word = String(word.drop { $0 == " " })
            switch word {
            case "apple:", "apple-tool:": entries += try ownTools(in: context)
            // The command that signs: it has its identity from a file, and reads no keychain.
            case "codesign:": break
            default:
                if let partition = AccessPartition(text: word) {
                    entries.append(.partition(partition))
                } else if word.hasPrefix("path:/") {
                    entries.append(
                        .application(try AccessArguments.application(at: String(word.dropFirst(5)), in: context)))
                } else {
                    throw .usage(
                        "\(word) is no partition: give apple-tool:, teamid:TEAM, unsigned: or path:/PATH, with commas "
                            + "between them")
                }
            }
        }
        return AccessList(entries)
    }

    /// `security` and `latchkey` in the folder of this command.
    private static func ownTools(in context: ToolContext) throws(CommandFailure) -> [AccessListEntry] {
        guard let resolved = unsafe realpath("/proc/self/exe", nil) else {
            throw .message("the folder of this command cannot be found")
        }
        defer { unsafe free(resolved) }
        let own = unsafe String(cString: resolved)
        let folder = own.lastIndex(of: "/").map { String(own[..<$0]) } ?? ""
        var entries: [AccessListEntry] = []
        for name in tools where unsafe access("\(folder)/\(name)", X_OK) == 0 {
            entries.append(.application(try AccessArguments.application(at: "\(folder)/\(name)", in: context)))
        }
        return entries
    }
}
