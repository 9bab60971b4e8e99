// One thing that `latchkey doctor` says of a keychain or of the machine.
// SPDX-License-Identifier: Apache-2.0

/// Words that Troubleshooting explains: `scripts/check-hints` looks for each of them there.
package struct Finding: Hashable, Sendable {
    package let text: String

    package init(_ text: String) { self.text = text }
}
