// Which other programs may read an item.
// SPDX-License-Identifier: Apache-2.0

/// The programs beside those of the item's access group that may read the item. Updating and deleting it is the group's
/// alone.
package struct AccessList: Hashable, Sendable {
    /// No two of them name the same program, or the same programs.
    package let entries: [AccessListEntry]

    /// - Parameter entries: of several that name the same the first stays.
    package init(_ entries: [AccessListEntry]) {
        var named: Set<AccessListEntry.Name> = []
        self.entries = entries.filter { named.insert($0.name).inserted }
    }

    /// Nobody beside the item's access group.
    package static let groupOnly = AccessList([])
}

/// One line of an access list.
package enum AccessListEntry: Hashable, Sendable {
    case anyApplication
    case application(TrustedApplication)
    case partition(AccessPartition)

    /// What an entry is found by.
    package enum Name: Hashable, Sendable {
        case anyApplication
        case application(String)
        case partition(AccessPartition)
    }

    package var name: Name {
        switch self {
        case .anyApplication: .anyApplication
        case .application(let application): .application(application.identifier)
        case .partition(let partition): .partition(partition)
        }
    }

    /// The names under which a program may be on a list.
    package static func names(ofProgram applicationIdentifier: String) -> [Name] {
        let partition = AccessPartition(ofProgram: applicationIdentifier)
        return [.anyApplication, .application(applicationIdentifier)] + (partition.map { [.partition($0)] } ?? [])
    }
}

/// A program as an access list names it.
package struct TrustedApplication: Hashable, Sendable {
    /// The application identifier, which decides.
    package let identifier: String
    /// Where the program was when it was put on the list; shown to people, and decides nothing.
    package let path: String

    package init(identifier: String, path: String) {
        self.identifier = identifier
        self.path = path
    }
}
