// The password of a file, in the form in which the file has it hashed.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyPlatform

struct FilePassword {
    /// UTF-8.
    let text: ItemSecret
    /// Whether PKCS#12's own way hashes no octets at all, as some programs have it for an empty password.
    var isNothing = false

    init(_ text: ItemSecret) { self.text = text }

    /// What PKCS#12's own way hashes.
    /// - Throws: `.authFailed` for bytes that are no text.
    func units() throws(KeychainError) -> ItemSecret {
        isNothing ? ItemSecret(copying: []) : try text.utf16WithZero()
    }
}
