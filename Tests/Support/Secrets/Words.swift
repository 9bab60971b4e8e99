// Words of a command line, for the tests.
// SPDX-License-Identifier: Apache-2.0

package import LatchkeyPlatform

package func words(_ texts: String...) -> [ItemSecret] { texts.map(word) }

/// A word of a command line. Those that are secrets are a ``TestSecret``.
package func word(_ text: String) -> ItemSecret { ItemSecret(copying: Array(text.utf8)) }

package func text(_ secret: ItemSecret?) -> String? {
    secret.map { String(decoding: $0.bytes.declassified(because: "it is test data"), as: UTF8.self) }
}
