// The options that say which programs may read an item.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyClient
package import LatchkeyModel
import LatchkeyPlatform
import LatchkeyTooling

package enum AccessArguments {
    /// The list of `-A` and `-T`, or nil if neither is given. `-T` with an empty value names nobody.
    package static func list(
        from arguments: ParsedArguments, in context: ToolContext
    ) throws(CommandFailure) -> AccessList? {
        if arguments.has("A") { return AccessList([.anyApplication]) }
        guard let words = arguments.all("T") else { return nil }
        var entries: [AccessListEntry] = []
        for word in words where word.count > 0 {
            entries.append(.application(try application(at: word.publicText, in: context)))
        }
        return AccessList(entries)
    }

    package static func application(
        at path: String, in context: ToolContext
    ) throws(CommandFailure) -> TrustedApplication {
        do {
            return context.client.configuration.socket == nil
                ? try context.client.application(at: path) : try DaemonProgram.application(at: path)
        } catch {
            throw .message("\(path): \(error.message)")
        }
    }
}
