// Text from a file, such as a name of a certificate, for a terminal.
// SPDX-License-Identifier: Apache-2.0

extension String {
    /// Without what would move the cursor, end the line, or turn the direction of what follows.
    package var visible: String {
        String(String.UnicodeScalarView(unicodeScalars.filter { !$0.properties.generalCategory.isControl }))
    }
}

extension Unicode.GeneralCategory {
    fileprivate var isControl: Bool {
        self == .control || self == .format || self == .lineSeparator || self == .paragraphSeparator
    }
}
