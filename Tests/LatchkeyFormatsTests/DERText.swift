// Elements of files that lie, and files of them.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyCertificates
import LatchkeyPlatform
import LatchkeyTestSupport

/// An element in DER.
func der(_ tag: UInt8, _ parts: [UInt8]...) -> [UInt8] {
    let contents = parts.flatMap { $0 }
    var length: [UInt8] = []
    var rest = contents.count
    while rest > 0 {
        length.insert(UInt8(rest & 0xff), at: 0)
        rest >>= 8
    }
    if contents.count < 0x80 { return [tag, UInt8(contents.count)] + contents }
    return [tag, 0x80 | UInt8(length.count)] + length + contents
}

extension ItemSecret {
    convenience init(file: [UInt8]) { self.init(SecretBytes(unrecorded: file)) }
}

extension BERNode {
    /// The element with its header.
    var text: [UInt8] { encoded().bytes.declassified(because: "a test changes it") }
}
