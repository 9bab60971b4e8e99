// Changes who may use a file.
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Sets the permissions of a file or directory, as chmod(1) does.
package func setMode(_ mode: Int, of path: String) throws {
    try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
}
