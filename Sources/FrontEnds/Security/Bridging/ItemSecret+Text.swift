// Secrets from text, without a copy that is not wiped.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import LatchkeyModel
import LatchkeyPlatform

extension ItemSecret {
    /// The UTF-8 of a text. A half of a surrogate pair is U+FFFD.
    init(utf8Of text: NSString) {
        let size = text.lengthOfBytes(using: String.Encoding.utf8.rawValue)
        var used = 0
        let bytes = unsafe SecretBytes(count: size) { target in
            guard let start = target.baseAddress else { return }
            _ = unsafe text.getBytes(
                start, maxLength: size, usedLength: &used, encoding: String.Encoding.utf8.rawValue, options: [],
                range: NSRange(location: 0, length: text.length), remaining: nil)
        }
        guard used == size, size > 0 || text.length == 0 else {
            var text = text as String
            self = text.withUTF8 { ItemSecret(unsafe SecretBytes(copying: UnsafeRawBufferPointer($0))) }
            return
        }
        self.init(bytes)
    }
}
