// The kinds of columns, which decide what types an attribute accepts.
// SPDX-License-Identifier: Apache-2.0

/// The kind of an attribute (reference 2.1).
package enum AttributeKind: Hashable, Sendable {
    /// Text; UTF-8 data is turned into text.
    case string
    /// Text, data or a number, kept with its own type.
    case blob
    /// Data; text is turned into its UTF-8 bytes.
    case data
    /// A 64-bit integer; text that is not a decimal integer is kept as text.
    case number
    /// 0 or 1.
    case flag
    /// A protection class by its raw value.
    case accessible
    /// Seconds since 2001-01-01 UTC.
    case date
    /// 0 or 16 bytes.
    case uuid
    /// 20 bytes.
    case sha1
    /// A protection class with flags; has no column.
    case accessControl
}
