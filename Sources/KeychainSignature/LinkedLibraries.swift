// The libraries that a program or library is linked with.
// SPDX-License-Identifier: Apache-2.0

/// What a file says of the libraries that it is linked with.
package struct LinkedLibraries: Hashable, Sendable {
    /// The name under which others are linked with this one (`DT_SONAME`); nil for most programs.
    package let own: String?
    /// Those that the dynamic linker loads before the file (`DT_NEEDED`).
    package let needed: [String]

    /// - Returns: nil for a file that is not dynamically linked, and for what cannot be read.
    package init?(_ descriptor: CInt) {
        guard let linked = DynamicNames.linked(in: descriptor) else { return nil }
        self = linked
    }

    init(own: String?, needed: [String]) {
        self.own = own
        self.needed = needed
    }
}
