// Which programs are one over the bus, and what they share. Pure: no I/O, no clock, no lock.
// SPDX-License-Identifier: Apache-2.0

package import LatchkeyModel

package struct BusConfiguration: Hashable, Sendable {
    /// Programs under one name.
    package struct List: Hashable, Sendable {
        package let name: String
        /// Paths of files.
        package var programs: [PathPattern] = []
        /// Of a pool: names of files, whoever owns them.
        package var fileNames: [PathPattern] = []
        /// Of a schema family: values of `xdg:schema`.
        package var schemas: [PathPattern] = []
        /// Whether the user wants nothing of it; what belongs to it is then asked for.
        package var isDropped = false

        package init(_ name: String) { self.name = name }

        package func contains(_ path: [UInt8]) -> Bool { programs.contains { $0.matches(path) } }

        /// Whether a program of the list has a file of this name.
        package func hasFile(named name: [UInt8]) -> Bool { programs.contains { $0.fileName == name } }
    }

    package var mode = BusMode.enforce
    /// Whether the user's file may do what root's may.
    package var userMayWiden = false
    package var families: [List] = []
    package var schemas: [List] = []
    package var pools: [List] = []
    package var managers: [List] = []
    /// Programs of the user's own that share their new items; never files of root.
    package var shares: [List] = []

    package init() {}

    package func family(of path: [UInt8]) -> List? { families.first { $0.contains(path) } }

    /// The schema families that the program is listed for.
    package func schemas(of path: [UInt8]) -> [List] { schemas.filter { $0.contains(path) } }

    package func isManager(_ path: [UInt8]) -> Bool { managers.contains { !$0.isDropped && $0.contains(path) } }

    package func pool(of path: [UInt8]) -> List? {
        let name = Array(path[((path.lastIndex(of: UInt8(ascii: "/")) ?? -1) + 1)...])
        return pools.first { pool in
            pool.contains(path) || pool.fileNames.contains { $0.matches(name) }
        }
    }

    package func schemaFamily(of schema: String) -> List? {
        schemas.first { $0.schemas.contains { $0.matches(Array(schema.utf8)) } }
    }
}
