// Writes one frame into wiped memory.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyModel
package import LatchkeyPlatform

/// A frame that grows. Its bytes are wiped wherever they have been, because there are secrets among them.
package struct WireWriter: ~Copyable {
    private var buffer: SecretBytes
    private var count = FrameHeader.size
    /// True once more was written than a frame holds; the rest is not kept.
    private var isTooLong = false

    /// - Parameter capacity: bytes that are expected, so that long secrets are not copied again and again.
    package init(capacity: Int = 0) {
        let size = max(512, min(capacity, WireLimits.largestBody) + FrameHeader.size)
        buffer = unsafe SecretBytes(count: size) { _ in }
    }

    /// The whole frame, its header first.
    /// - Throws: `.allocate` for a body that is too long.
    package consuming func frame(_ kind: FrameHeader.Kind, sequence: UInt32) throws(KeychainError) -> WireFrame {
        guard !isTooLong else { throw WireError.tooLong }
        let header = FrameHeader(count: count - FrameHeader.size, sequence: sequence, kind: kind)
        unsafe buffer.withUnsafeMutableBytes { unsafe header.write(to: $0) }
        return WireFrame(bytes: buffer, count: count)
    }

    mutating func raw(_ bytes: UnsafeRawBufferPointer) {
        guard let target = reserve(bytes.count) else { return }
        unsafe buffer.withUnsafeMutableBytes { buffer in
            let place = unsafe UnsafeMutableRawBufferPointer(rebasing: buffer[target..<target + bytes.count])
            unsafe place.copyMemory(from: bytes)
        }
    }

    mutating func number(_ value: some FixedWidthInteger) {
        unsafe withUnsafeBytes(of: value.bigEndian) { unsafe raw($0) }
    }

    /// - Returns: where the next `size` bytes go, or nil if they do not fit in a frame.
    private mutating func reserve(_ size: Int) -> Int? {
        guard !isTooLong, size <= WireLimits.largestBody + FrameHeader.size - count else {
            isTooLong = true
            return nil
        }
        let start = count
        count += size
        guard count > buffer.count else { return start }
        let old = start
        buffer = unsafe SecretBytes(count: max(count, buffer.count * 2)) { target in
            unsafe buffer.withUnsafeBytes { bytes in
                unsafe target.copyMemory(from: UnsafeRawBufferPointer(rebasing: bytes[..<old]))
            }
        }
        return start
    }
}

/// A frame as it goes through the socket.
package struct WireFrame: ~Copyable, Sendable {
    private let bytes: SecretBytes
    package let count: Int
    /// Bytes of memory that it takes.
    package var capacity: Int { bytes.count }

    fileprivate init(bytes: consuming SecretBytes, count: Int) {
        self.bytes = bytes
        self.count = count
    }

    package borrowing func withUnsafeBytes<R: ~Copyable, E: Error>(
        _ body: (UnsafeRawBufferPointer) throws(E) -> R
    ) throws(E) -> R {
        let count = count
        return unsafe try bytes.withUnsafeBytes { bytes throws(E) in
            unsafe try body(UnsafeRawBufferPointer(rebasing: bytes[..<count]))
        }
    }
}
