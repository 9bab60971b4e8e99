// The sealed secret of a row, for whoever wants the bytes and not what is in them.
// SPDX-License-Identifier: Apache-2.0

extension ItemRow {
    /// The sealed blob (Documentation/Reference/Formats/SealedBlob.md), or nil for a tombstone or a row that was read
    /// without it.
    package var sealedSecret: [UInt8]? { data }
}
