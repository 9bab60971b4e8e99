// A program with targets that are called as Latchkey's own once were: no target of Latchkey takes a name from another
// package.
// SPDX-License-Identifier: Apache-2.0

import KeychainStore
import Security
import TestSupport

let query = [kSecClass: kSecClassGenericPassword, kSecAttrAccount: Samples.account] as CFDictionary
print("SQLite: \(NoteStore.hasSQLite), nothing found: \(SecItemCopyMatching(query, nil))")
