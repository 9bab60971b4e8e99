// A request while it is worked on, or waits.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyModel
import LatchkeyPlatform
import LatchkeyWire

/// A request with the bytes that it came in, which are wiped when it is done.
final class RequestBox: @unchecked Sendable {  // used by one thread at a time
    private var frame: SecretBytes?
    let header: FrameHeader

    init(_ frame: consuming SecretBytes, _ header: FrameHeader) {
        self.frame = consume frame
        self.header = header
    }

    func withBody<R>(
        _ body: (UnsafeRawBufferPointer) throws(KeychainError) -> R
    ) throws(KeychainError) -> R {
        let end = FrameHeader.size + header.count
        let result = unsafe try frame?.withUnsafeBytes { bytes throws(KeychainError) in
            unsafe try body(UnsafeRawBufferPointer(rebasing: bytes[FrameHeader.size..<end]))
        }
        guard let result else { throw KeychainError(.internalError, during: "reading a request") }
        return result
    }

    func wipe() { frame = nil }
}
