// Rounds the length of a secret up, so that the file shows a bucket and not the length.
// SPDX-License-Identifier: Apache-2.0

/// Documentation/Reference/Formats/SealedItem.md, section 5.
package enum Padding {
    /// Granule of short secrets, in bytes.
    private static let granule = 64

    /// The bucket for `count` bytes: a multiple of 64 up to 1024, above that Padmé (PURBs, Nikitin et al. 2019 §4),
    /// which adds at most 12 % and shows O(log log n) bits of the length.
    package static func paddedCount(for count: Int) -> Int {
        guard count > 1024 else { return max(granule, (count + granule - 1) / granule * granule) }
        let exponent = Int.bitWidth - 1 - count.leadingZeroBitCount
        let significant = Int.bitWidth - exponent.leadingZeroBitCount
        let mask = (1 << (exponent - significant)) - 1
        return (count + mask) & ~mask
    }
}
