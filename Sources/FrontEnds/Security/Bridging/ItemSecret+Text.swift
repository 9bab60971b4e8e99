// Secrets from text, without a copy that is not wiped.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import LatchkeyModel
import LatchkeyPlatform

extension ItemSecret {
    /// The UTF-8 of a text. A half of a surrogate pair is U+FFFD.
    static func utf8(of text: NSString) -> ItemSecret {
        let encoding = String.Encoding.utf8.rawValue
        let size = text.lengthOfBytes(using: encoding)
        var used = 0
        let bytes = unsafe SecretBytes(count: size) { target in
            guard let start = target.baseAddress else { return }
            _ = unsafe text.getBytes(
                start, maxLength: size, usedLength: &used, encoding: encoding, options: [],
                range: NSRange(location: 0, length: text.length), remaining: nil)
        }
        guard used != size || size == 0 && text.length > 0 else { return ItemSecret(bytes) }
        var text = text as String
        return text.withUTF8 { ItemSecret(unsafe SecretBytes(copying: UnsafeRawBufferPointer($0))) }
    }
}
