// Room for what a command of a TPM answers.
// SPDX-License-Identifier: Apache-2.0

import CLatchkeyTPM
import LatchkeyPlatform

/// It is wiped when its last reference ends, whether it is secret or not.
@safe
final class TPMAnswer {
    private var storage: SecretBytes
    /// How many bytes were written.
    var count = 0

    init(capacity: Int = 2048) { unsafe storage = SecretBytes(count: capacity) { _ in } }

    /// Valid as long as this lives.
    var room: latchkey_tpm_output {
        let capacity = storage.count
        return unsafe storage.withUnsafeMutableBytes { bytes in
            unsafe latchkey_tpm_output(
                bytes: bytes.baseAddress?.assumingMemoryBound(to: UInt8.self), capacity: capacity, count: 0)
        }
    }

    /// An answer that is not secret.
    var bytes: [UInt8] { unsafe storage.withUnsafeBytes { unsafe [UInt8]($0.prefix(count)) } }

    /// The contents of the TPM2B at the place `offset` of an answer that is.
    /// - Throws: `.refused` if it is not there.
    func secret(at offset: Int = 0) throws(TPMError) -> SecretBytes {
        let count = count
        return unsafe try storage.withUnsafeBytes { bytes throws(TPMError) in
            guard offset + 2 <= count else { throw .refused(TPMCode.badBytes) }
            let size = unsafe Int(bytes[offset]) << 8 | Int(bytes[offset + 1])
            guard offset + 2 + size <= count else { throw .refused(TPMCode.badBytes) }
            return unsafe SecretBytes(
                copying: UnsafeRawBufferPointer(rebasing: bytes[offset + 2..<offset + 2 + size]))
        }
    }
}
