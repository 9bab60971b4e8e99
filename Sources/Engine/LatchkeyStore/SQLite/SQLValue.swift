// A value of a column.
// SPDX-License-Identifier: Apache-2.0

package enum SQLValue: Hashable, Sendable {
    case null
    case integer(Int64)
    case real(Double)
    case text(String)
    case blob([UInt8])
}
