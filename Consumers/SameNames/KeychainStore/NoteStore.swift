// What a program keeps itself, in a database of its own.
// SPDX-License-Identifier: Apache-2.0

import CSQLite

public enum NoteStore {
    public static var hasSQLite: Bool { sqlite3_libversion_number() >= 3_000_000 }
}
