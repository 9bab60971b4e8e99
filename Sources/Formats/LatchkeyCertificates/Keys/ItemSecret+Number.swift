// A secret number in as many bytes as a form wants.
// SPDX-License-Identifier: Apache-2.0

package import LatchkeyPlatform

extension ItemSecret {
    /// With as many zeros before it as it takes, or with fewer, or nil if it is longer without any. How many there are
    /// is told by the time this takes, and by whoever wrote the number.
    package func padded(to size: Int) -> ItemSecret? {
        let zeros = unsafe bytes.withUnsafeBytes { bytes in unsafe bytes.prefix { $0 == 0 }.count }
        let digits = count - zeros
        guard digits <= size else { return nil }
        return ItemSecret(
            unsafe SecretBytes(count: size) { target in
                let end = unsafe UnsafeMutableRawBufferPointer(rebasing: target[(size - digits)...])
                unsafe bytes.withUnsafeBytes { bytes in
                    unsafe end.copyMemory(from: UnsafeRawBufferPointer(rebasing: bytes[zeros...]))
                }
            })
    }
}
