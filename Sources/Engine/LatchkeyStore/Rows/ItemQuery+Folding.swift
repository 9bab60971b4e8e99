// Text without the differences that a search does not look at.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyCrypto
package import LatchkeyModel

extension ItemQuery {
    /// `text` without letter case, accents and widths, as far as the query ignores them.
    package func folded(_ text: String) -> String {
        var text = ignoresCase ? TextFolding.fold(text) : text
        if ignoresWidth { text = TextFolding.withoutWidths(text) }
        if ignoresDiacritics { text = TextFolding.withoutDiacritics(text) }
        return text
    }
}
