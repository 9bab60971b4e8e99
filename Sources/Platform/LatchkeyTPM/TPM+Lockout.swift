// The protection of a TPM against who guesses.
// SPDX-License-Identifier: Apache-2.0

import CLatchkeyTPM
import LatchkeyPlatform

extension TPM {
    /// How many wrong tries were counted, and how many are allowed: one command.
    package func lockout() throws(TPMError) -> TPMLockout {
        try perform { connection, _ throws(TPMError) in try connection.lockout() }
    }

    /// Sets how many tries everything in the TPM has. For the administrator, who was asked.
    /// - Parameters:
    ///   - interval: seconds after which one wrong try is forgiven.
    ///   - recovery: seconds until the authorisation of the lockout hierarchy may be tried again.
    /// - Throws: `.ownerHasAuthorisation` if the lockout hierarchy has an authorisation.
    package func setLockout(tries: UInt32, interval: UInt32, recovery: UInt32) throws(TPMError) {
        try perform { connection, _ throws(TPMError) in
            connection.mayRepeat = false
            // Nothing of it is secret: the session is for an authorisation that is empty.
            let session = try connection.startSession(saltedTo: TPMConnection.noHandle)
            defer { connection.flush(session) }
            do throws(TPMError) {
                try connection.run { tpm, _, _ in
                    unsafe latchkey_tpm_set_lockout(tpm, session, tries, interval, recovery)
                }
            } catch {
                throw error == .wrongAuthorisation ? .ownerHasAuthorisation : error
            }
        }
    }
}

extension TPMConnection {
    /// TPM_CAP_TPM_PROPERTIES, and the first of three properties that follow one another.
    private static let (capability, firstProperty): (UInt32, UInt32) = (6, 0x20E)

    func lockout() throws(TPMError) -> TPMLockout {
        let answer = TPMAnswer()
        try run(answers: [answer]) { tpm, _, answers in
            unsafe latchkey_tpm_capability(tpm, Self.capability, Self.firstProperty, 3, &answers[0])
        }
        var reader = TPMReader(answer.bytes)
        guard reader.number(UInt32.self) == Self.capability, let count = reader.number(UInt32.self), count >= 3 else {
            throw .refused(TPMCode.badBytes)
        }
        var values: [UInt32] = []
        for property in Self.firstProperty..<Self.firstProperty + 3 {
            guard reader.number(UInt32.self) == property, let value = reader.number(UInt32.self) else {
                throw .refused(TPMCode.badBytes)
            }
            values.append(value)
        }
        return TPMLockout(failures: values[0], maximum: values[1], interval: values[2])
    }
}
