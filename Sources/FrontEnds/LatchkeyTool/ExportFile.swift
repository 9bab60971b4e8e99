// The file that an export goes to.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyModel
import LatchkeyPlatform
import LatchkeyTooling

struct ExportFile: ~Copyable {
    private var file: PrivateFile

    /// Begins a file, whose mode is 0600 and which is there once it is finished.
    /// - Throws: `.message` if there is one already: nothing is ever overwritten.
    init(path: String) throws(ToolFailure) {
        do {
            file = try PrivateFile(path: path)
        } catch {
            throw .message(error.message)
        }
    }

    mutating func write(_ row: borrowing SecretBytes) throws(ToolFailure) {
        do {
            try file.write(row)
        } catch {
            throw .message(error.message)
        }
    }

    /// Gives the file its name.
    consuming func finish() throws(ToolFailure) {
        do {
            try file.finish()
        } catch {
            throw .message(error.message)
        }
    }
}
