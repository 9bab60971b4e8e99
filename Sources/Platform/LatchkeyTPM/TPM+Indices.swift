// Indices in the non-volatile memory of a TPM.
// SPDX-License-Identifier: Apache-2.0

import CLatchkeyTPM
package import LatchkeyPlatform

extension TPM {
    /// The handles that the TCG leaves to the owner of the machine.
    package static let ownersIndices: ClosedRange<UInt32> = 0x0180_0000...0x01BF_FFFF

    /// Makes an index that is only ever extended, and is read and extended under `authorisation` alone.
    /// - Throws: `.exists`, `.full`, `.ownerHasAuthorisation`.
    package func defineIndex(_ handle: UInt32, for authorisation: borrowing SecretBytes) throws(TPMError) {
        let authorisation = ItemSecret(authorisation.copy())
        let area = ItemSecret(copying: TPMTemplate.extendIndex(handle, isWritten: false).sized)
        try perform { connection, _ throws(TPMError) in
            try connection.asOwner { () throws(TPMError) in
                try connection.inSession(isLast: true) { session throws(TPMError) in
                    connection.mayRepeat = false
                    try connection.run([authorisation, area]) { tpm, given, _ in
                        unsafe latchkey_tpm_define_index(tpm, session, given[0], given[1])
                    }
                }
            }
        }
    }

    /// Takes an index away, whatever authorises it.
    /// - Throws: `.notFound`, `.ownerHasAuthorisation`.
    package func removeIndex(_ handle: UInt32) throws(TPMError) {
        try perform { connection, _ throws(TPMError) in
            let index = try connection.find(handle)
            defer { connection.forget(index) }
            try connection.asOwner { () throws(TPMError) in
                try connection.inSession(isLast: true) { session throws(TPMError) in
                    connection.mayRepeat = false
                    try connection.run { tpm, _, _ in unsafe latchkey_tpm_remove_index(tpm, index, session) }
                }
            }
        }
    }

    /// The indices that there are in a range, ascending; the first 256 of them.
    package func indices(in range: ClosedRange<UInt32>) throws(TPMError) -> [UInt32] {
        try perform { connection, _ throws(TPMError) in
            // TPM_CAP_HANDLES.
            let (capability, most): (UInt32, UInt32) = (1, 256)
            let answer = TPMAnswer()
            try connection.run(answers: [answer]) { tpm, _, answers in
                unsafe latchkey_tpm_capability(tpm, capability, range.lowerBound, most, &answers[0])
            }
            var reader = TPMReader(answer.bytes)
            guard reader.number(UInt32.self) == capability, let count = reader.number(UInt32.self) else {
                throw .refused(TPMCode.badBytes)
            }
            return (0..<count).compactMap { _ in reader.number(UInt32.self) }.filter(range.contains)
        }
    }

    /// Lends an index. Nobody else has the TPM meanwhile, and the session goes on until the index is extended, so that
    /// reading and extending are five commands with what is needed before.
    /// - Throws: `.notFound`, and what opening throws. What happens in `body` is its own.
    package func withIndex<R>(
        _ handle: UInt32, authorisation: borrowing SecretBytes, _ body: (TPMIndex) -> R
    ) throws(TPMError) -> R {
        let authorisation = ItemSecret(authorisation.copy())
        return try perform { connection, _ throws(TPMError) in
            let index = try connection.find(handle)
            defer { connection.forget(index) }
            // A session that was left of an earlier call would be found missing only when the index is extended.
            connection.endSession()
            try connection.openSession()
            defer { connection.endSession() }
            return try connection.authorising(index, with: authorisation) { () throws(TPMError) in
                connection.mayRepeat = false
                return body(TPMIndex(handle, as: index, on: connection))
            }
        }
    }
}

extension TPMConnection {
    /// Finds an index: one command.
    func find(_ handle: UInt32) throws(TPMError) -> Handle {
        var found = Self.noHandle
        try run { tpm, _, _ in unsafe latchkey_tpm_find(tpm, handle, &found) }
        return found
    }

    /// Runs what the owner hierarchy authorises.
    func asOwner(_ body: () throws(TPMError) -> Void) throws(TPMError) {
        do {
            try body()
        } catch {
            throw error == .wrongAuthorisation ? .ownerHasAuthorisation : error
        }
    }
}
