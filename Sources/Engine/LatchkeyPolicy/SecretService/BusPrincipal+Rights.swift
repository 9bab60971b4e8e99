// What a principal of the bus can get at all.
// SPDX-License-Identifier: Apache-2.0

package import LatchkeyModel

extension AccessGroup {
    /// Whether a program can get all items of the group at once. What was imported is of many.
    package var mayBeGiven: Bool { busOwner != nil && self != .imported }
}

extension BusPrincipal {
    /// Whether it may ever get more than its own.
    var mayClaim: Bool { kind != .nobody && group.busOwner != .proxied }

    /// Whether something can be permitted to it for good.
    package var mayBeAllowed: Bool {
        guard offersAlways, mayClaim else { return false }
        switch kind {
        case .program, .manager: return true
        case .pool, .nobody: return false
        }
    }

    /// Whether its path says who it is, so that it is another one at another path.
    var mayHaveMoved: Bool {
        guard kind == .program || kind == .manager else { return false }
        return ownGroups.contains {
            if case .unsigned = $0.busOwner { true } else { false }
        }
    }

    var fileName: [UInt8] {
        let path = Array(path.utf8)
        return Array(path[((path.lastIndex(of: UInt8(ascii: "/")) ?? -1) + 1)...])
    }

    func isFile(named name: [UInt8]) -> Bool { mayHaveMoved && fileName == name }

    /// Whether it has its items in common with others in the mode `compat`.
    var isInCommon: Bool { kind != .nobody && (mayHaveMoved || group.busOwner?.isInCommon == true) }
}

extension BusOwner {
    /// Whether programs without a signature have it in common in the mode `compat`.
    var isInCommon: Bool {
        switch self {
        case .family, .schema, .pool, .share, .imported, .unsigned: true
        case .proxied, .named: false
        }
    }
}
