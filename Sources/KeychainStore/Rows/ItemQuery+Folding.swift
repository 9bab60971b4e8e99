// Text without the differences that a search does not look at.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import KeychainCrypto
package import KeychainModel

extension ItemQuery {
    /// `text` without letter case, accents and widths, as far as the query ignores them.
    package func folded(_ text: String) -> String {
        let text = ignoresCase ? TextFolding.fold(text) : text
        var options: String.CompareOptions = []
        if ignoresDiacritics { options.insert(.diacriticInsensitive) }
        if ignoresWidth { options.insert(.widthInsensitive) }
        return options.isEmpty ? text : text.folding(options: options, locale: nil)
    }
}
