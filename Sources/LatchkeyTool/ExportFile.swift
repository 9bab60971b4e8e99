// The file that an export goes to.
// SPDX-License-Identifier: Apache-2.0

import KeychainModel
import KeychainTooling

struct ExportFile: ~Copyable {
    private let file: PrivateFile

    /// Makes the file with mode 0600.
    /// - Throws: `.message` where there is one already: nothing is ever overwritten.
    init(path: String) throws(ToolFailure) {
        do {
            file = try PrivateFile(path: path)
        } catch {
            throw .message(error.message)
        }
    }

    borrowing func write(_ row: borrowing SecretBytes) throws(ToolFailure) {
        do {
            try file.write(row)
        } catch {
            throw .message(error.message)
        }
    }

    /// Keeps the file.
    consuming func finish() throws(ToolFailure) {
        do {
            try file.finish()
        } catch {
            throw .message(error.message)
        }
    }
}
