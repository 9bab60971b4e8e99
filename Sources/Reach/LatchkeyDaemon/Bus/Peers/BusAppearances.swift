// What the processes of a bus ran when their names appeared.
// SPDX-License-Identifier: Apache-2.0

/// By the unique names of a bus, as it tells them. It answers in order: whoever has the answer about a name knows of
/// all names that are older.
package struct BusAppearances {
    /// Names that are kept. Who comes when there are more is not told from others.
    package static let mostNames = 1 << 13

    /// What the process of a name ran at first sight.
    package enum Sight: Hashable, Sendable {
        /// The bus was asked whose the name is.
        case awaited
        /// The number of the exec that the process came from; nil if nobody keeps such numbers.
        case seen(process: Int32, execution: UInt64?)
    }

    private var sights: [String: Sight] = [:]

    package init() {}

    package subscript(_ name: String) -> Sight? { sights[name] }

    /// The bus has said that there is a name.
    /// - Returns: whether its process has to be asked for.
    package mutating func appeared(_ name: String) -> Bool {
        guard name.utf8.first == UInt8(ascii: ":"), sights[name] == nil, sights.count < Self.mostNames else {
            return false
        }
        sights[name] = .awaited
        return true
    }

    /// Only the first answer counts: later the process may have become another program.
    package mutating func saw(_ name: String, process: Int32, execution: UInt64?) {
        if sights[name] == .awaited { sights[name] = .seen(process: process, execution: execution) }
    }

    /// None is ever given again.
    package mutating func left(_ name: String) { sights[name] = nil }
}
