// The formats of `import` and `export` by the words of `-f`.
// SPDX-License-Identifier: Apache-2.0

package import LatchkeyObjects
import LatchkeyPlatform

extension ExternalFormat {
    /// The value of `-f`.
    /// - Throws: `.usage` for no format, -4 for one that this version does not have.
    package init(named name: String, calling function: String) throws(CommandFailure) {
        guard let format = ExternalFormat(rawValue: name) else { throw .usage("\(name) is no format") }
        if let hint = format.hint { throw .keychain(.unavailable(hint), function: function) }
        self = format
    }
}
