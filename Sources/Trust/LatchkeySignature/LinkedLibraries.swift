// The libraries that a program or library is linked with.
// SPDX-License-Identifier: Apache-2.0

/// What a file says of the libraries that it is linked with.
package struct LinkedLibraries: Hashable, Sendable {
    /// The name under which others are linked with this one (`DT_SONAME`); nil for most programs.
    package let own: String?
    /// Those that the dynamic linker loads before the file (`DT_NEEDED`).
    package let needed: [String]
    /// The folders where they are looked for first (`DT_RPATH`, `DT_RUNPATH`).
    package let searched: [String]
    /// False if the file names more, or at greater length, than is looked at.
    package let isComplete: Bool

    /// - Returns: nil for a file that is not dynamically linked, and for what cannot be read.
    package init?(_ descriptor: CInt) {
        guard let linked = DynamicNames.linked(in: descriptor) else { return nil }
        self = linked
    }

    init(own: String?, needed: [String], searched: [String], isComplete: Bool) {
        self.own = own
        self.needed = needed
        self.searched = searched
        self.isComplete = isComplete
    }
}
