// Secrets that a TPM seals.
// SPDX-License-Identifier: Apache-2.0

import CLatchkeyTPM
package import LatchkeyPlatform

extension TPM {
    /// Most bytes that a TPM seals.
    package static let largestSecret = 128

    /// Seals a secret under the storage root. Nothing is kept in the TPM.
    /// - Parameters:
    ///   - authorisation: what unseals it, at most 32 bytes; none if everybody may who reaches the TPM.
    ///   - countsTries: a wrong authorisation counts towards the lockout of the TPM.
    package func seal(
        _ secret: borrowing SecretBytes, for authorisation: borrowing SecretBytes, countsTries: Bool
    ) throws(TPMError) -> TPMObject {
        // What is borrowed cannot be captured. The copies are wiped.
        let (secret, authorisation) = (ItemSecret(secret.copy()), ItemSecret(authorisation.copy()))
        return try perform { connection, _ throws(TPMError) in
            try connection.make(
                TPMTemplate.sealed(countsTries: countsTries), in: secret.bytes, for: authorisation.bytes)
        }
    }

    /// Unseals a secret: beginning a session, load, unseal and flush.
    /// - Throws: `.wrongAuthorisation`, which the TPM has counted if the object counts tries; `.lockedOut`;
    ///   `.foreignObject`.
    package func unseal(
        _ object: TPMObject, with authorisation: borrowing SecretBytes
    ) throws(TPMError) -> SecretBytes {
        let authorisation = ItemSecret(authorisation.copy())
        return try perform { connection, _ throws(TPMError) in
            let handle = try connection.load(object)
            defer { connection.flush(handle) }
            // A second try would be counted as well.
            connection.mayRepeat = false
            let answer = TPMAnswer(capacity: 2 + Self.largestSecret)
            do throws(TPMError) {
                try connection.authorising(handle, with: authorisation) { () throws(TPMError) in
                    try connection.inSession(isLast: true) { session throws(TPMError) in
                        try connection.run(answers: [answer]) { tpm, _, answers in
                            unsafe latchkey_tpm_unseal(tpm, handle, session, &answers[0])
                        }
                    }
                }
            } catch {
                guard case .lockedOut = error else { throw error }
                guard case .refused(let seconds)? = try? connection.lockout().nextTry else { throw error }
                throw .lockedOut(seconds: seconds)
            }
            return try answer.secret()
        }
    }
}
