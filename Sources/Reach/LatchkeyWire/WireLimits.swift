// The bounds of the protocol (Documentation/Reference/Formats/Wire.md).
// SPDX-License-Identifier: Apache-2.0

package enum WireLimits {
    /// Bytes of the body of a frame.
    package static let largestBody = 32 << 20
    /// Bytes of a path, or of the words of an error.
    static let largestText = 4096
    /// Bytes of a password of a login.
    static let longestLoginPassword = 1024
    /// Elements of a list in a request.
    static let largestList = 65_536
    /// Items that are adopted in one request, which is one transaction.
    static let mostMovedItems = 1024
    /// Elements of all lists and attributes of a request together: more than the longest list of references has.
    package static let largestValueCount = 131_072
    /// Attributes of an item or a query.
    static let largestAttributeCount = 1024
}
