// Why a file could not be read or written.
// SPDX-License-Identifier: Apache-2.0

package struct FileFailure: Error, Hashable, Sendable {
    /// In words, without the name of the file.
    package let message: String

    package init(message: String) { self.message = message }
}
