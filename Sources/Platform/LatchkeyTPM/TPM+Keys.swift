// P-256 keys that never leave a TPM.
// SPDX-License-Identifier: Apache-2.0

import CLatchkeyTPM
package import LatchkeyPlatform

extension TPM {
    /// Makes a key that signs and agrees.
    /// - Parameter authorisation: what its use needs, at most 32 bytes.
    package func makeKey(for authorisation: borrowing SecretBytes) throws(TPMError) -> TPMObject {
        let authorisation = ItemSecret(authorisation.copy())
        return try perform { connection, _ throws(TPMError) in
            try connection.make(TPMTemplate.key, in: .none, for: authorisation.bytes)
        }
    }

    /// ECDSA over a digest of SHA-256.
    /// - Parameter keepsLoaded: the key and the session stay for the next signature, which is one command then, until
    ///   ``rest()`` or a call with another key. Call `rest()` when the keychain is locked.
    /// - Returns: r and s, 32 bytes each.
    /// - Throws: `.wrongAuthorisation`, `.foreignObject`.
    package func sign(
        _ digest: [UInt8], with key: TPMObject, authorisation: borrowing SecretBytes, keepsLoaded: Bool = false
    ) throws(TPMError) -> [UInt8] {
        let answer = try use(key, authorisation: authorisation, keepsLoaded: keepsLoaded, ItemSecret(copying: digest)) {
            unsafe latchkey_tpm_sign($0, $1, $2, $3, $4)
        }
        // TPMT_SIGNATURE.
        var reader = TPMReader(answer.bytes)
        guard reader.number(UInt16.self) == TPMAlgorithm.ecdsa, reader.number(UInt16.self) == TPMAlgorithm.sha256,
            let r = reader.sized()?.padded(to: 32), let s = reader.sized()?.padded(to: 32), reader.isAtEnd
        else { throw .refused(TPMCode.badBytes) }
        return r + s
    }

    /// ECDH.
    /// - Parameter point: the other's public key, as ANSI X9.63 writes it.
    /// - Returns: the x coordinate of the product, 32 bytes.
    /// - Throws: as ``sign(_:with:authorisation:keepsLoaded:)``; `.foreignObject` for what is no point of the curve.
    package func agree(
        with point: [UInt8], using key: TPMObject, authorisation: borrowing SecretBytes, keepsLoaded: Bool = false
    ) throws(TPMError) -> SecretBytes {
        guard point.count == 65, point[0] == 0x04 else { throw .foreignObject }
        let structure = (Array(point[1...32]).sized + Array(point[33...]).sized).sized
        let answer = try use(
            key, authorisation: authorisation, keepsLoaded: keepsLoaded, ItemSecret(copying: structure)
        ) { unsafe latchkey_tpm_agree($0, $1, $2, $3, $4) }
        // TPM2B_ECC_POINT.
        let x = try answer.secret(at: 2)
        guard x.count <= 32 else { throw .refused(TPMCode.badBytes) }
        return unsafe SecretBytes(count: 32) { target in
            let rest = unsafe UnsafeMutableRawBufferPointer(rebasing: target[(32 - x.count)...])
            unsafe x.withUnsafeBytes { unsafe rest.copyMemory(from: $0) }
        }
    }

    /// Runs one command with a key.
    @safe private func use(
        _ key: TPMObject, authorisation: borrowing SecretBytes, keepsLoaded: Bool, _ given: ItemSecret,
        _ command: (
            OpaquePointer, TPMConnection.Handle, TPMConnection.Handle, latchkey_tpm_input,
            UnsafeMutablePointer<latchkey_tpm_output>
        ) -> UInt32
    ) throws(TPMError) -> TPMAnswer {
        let authorisation = ItemSecret(authorisation.copy())
        return try perform { connection, kept throws(TPMError) in
            let handle: TPMConnection.Handle
            if let loaded = kept, loaded.object == key {
                handle = loaded.handle
            } else {
                // Some TPMs have room for three.
                if let other = kept { connection.flush(other.handle) }
                kept = nil
                handle = try connection.load(key)
                // From here on a failure takes it out of the TPM as well.
                kept = KeptKey(object: key, handle: handle)
            }
            let answer = TPMAnswer()
            try connection.authorising(handle, with: authorisation) { () throws(TPMError) in
                try connection.inSession(isLast: !keepsLoaded) { session throws(TPMError) in
                    try connection.run([given], answers: [answer]) { tpm, given, answers in
                        unsafe command(tpm, handle, session, given[0], answers)
                    }
                }
            }
            if !keepsLoaded {
                connection.flush(handle)
                kept = nil
            }
            return answer
        }
    }
}
