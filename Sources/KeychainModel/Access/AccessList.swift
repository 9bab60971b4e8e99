// Which other programs may read an item.
// SPDX-License-Identifier: Apache-2.0

/// The programs beside those of the item's access group that may read the item. Updating and deleting it is the group's alone.
package struct AccessList: Hashable, Sendable {
    /// No two of them name the same program.
    package let entries: [AccessListEntry]

    /// - Parameter entries: of several that name the same program the first stays.
    package init(_ entries: [AccessListEntry]) {
        var named: Set<String?> = []
        self.entries = entries.filter { named.insert($0.applicationIdentifier).inserted }
    }

    /// Nobody beside the item's access group.
    package static let groupOnly = AccessList([])
}

/// One line of an access list.
package enum AccessListEntry: Hashable, Sendable {
    case anyApplication
    case application(TrustedApplication)

    /// The identifier of the program it names, or nil for any.
    package var applicationIdentifier: String? {
        switch self {
        case .anyApplication: nil
        case .application(let application): application.identifier
        }
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
