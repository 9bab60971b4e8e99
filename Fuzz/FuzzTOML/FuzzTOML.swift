// Fuzzes the configuration of the session bus: whatever is read, no file of a user widens what root's says.
// SPDX-License-Identifier: Apache-2.0

import FuzzSupport
import LatchkeyModel
import LatchkeyPolicy

@main enum FuzzTOML {
    static func main() {
        unsafe fuzz { start, count in
            FuzzTOML.run(unsafe input(at: start, count: count))
            return 0
        }
    }

    private static func run(_ bytes: [UInt8]) {
        readTables(bytes)
        for isShipped in [true, false] {
            var configuration = BusConfiguration.builtIn
            let isRead = (try? configuration.read(ofSystem: bytes, isShipped: isShipped)) != nil
            check(isRead || configuration == .builtIn, "nothing is taken of a file with a problem")
            check(!isShipped || configuration.mode == .enforce, "a shipped file says no mode")
        }
        var root = BusConfiguration.builtIn
        root.mode = .compat
        var users = root
        let isRead = (try? users.read(ofUser: bytes)) != nil
        check(isRead || users == root, "nothing is taken of a user's file with a problem")
        check(users.mode <= root.mode && !users.userMayWiden, "a user's file makes nothing wider")
        check(
            users.pools == root.pools && users.families.isEmpty && users.schemas.isEmpty && users.managers.isEmpty,
            "a user's file lists no program")
        if let decisions = BusDecisions(decoding: bytes) {
            check(decisions.encoded == bytes, "decisions are written as they were read")
        }
        if let record = BusRecord(decoding: bytes) {
            check(record.encoded == bytes, "a record is written as it was read")
        }
    }

    private static func readTables(_ bytes: [UInt8]) {
        let lines = bytes.count { $0 == UInt8(ascii: "\n") } + 1
        do throws(TomlProblem) {
            let tables = try TomlReader.tables(of: bytes)
            check(tables.count <= TomlReader.largestCountOfTables, "tables are bounded")
            for table in tables {
                check(table.entries.count <= TomlReader.largestCountOfEntries, "entries are bounded")
                check((1...lines).contains(table.line), "a table has its line")
            }
        } catch {
            check((1...lines).contains(error.line), "a problem has its line")
        }
    }
}
