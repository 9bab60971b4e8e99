// Text of foreign origin on its way to a terminal.
// SPDX-License-Identifier: Apache-2.0

package enum PrintableText {
    /// The text with a question mark for each control character: whoever made a certificate chose its names.
    package static func of(_ text: String) -> String {
        var printable = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            printable.append(unprinted.contains(scalar.properties.generalCategory) ? "?" : scalar)
        }
        return String(printable)
    }

    /// Control characters, and those that turn the direction of what follows.
    private static let unprinted: Set<Unicode.GeneralCategory> = [
        .control, .format, .lineSeparator, .paragraphSeparator,
    ]
}
