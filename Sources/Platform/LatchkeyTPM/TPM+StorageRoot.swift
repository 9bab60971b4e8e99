// The key of a TPM under which everything of ours is.
// SPDX-License-Identifier: Apache-2.0

import CLatchkeyTPM
import LatchkeyPlatform

extension TPM {
    /// Finds the storage root, or makes one if there is none, and pins its Name. Only enrolment calls it: afterwards
    /// another storage root is that of another TPM, and never a reason to begin anew in silence.
    /// - Returns: its Name, to be kept.
    /// - Throws: `.ownerHasAuthorisation` if there is none and none can be made; `.storageRootUnusable`.
    package func enrol() throws(TPMError) -> TPMName {
        let name = try perform { connection, _ throws(TPMError) in
            do throws(TPMError) {
                return try Self.check(connection)
            } catch {
                guard error == .storageRootMissing else { throw error }
                do throws(TPMError) {
                    try Self.makeStorageRoot(connection)
                } catch {
                    // Another has made one meanwhile.
                    guard error == .exists else { throw error }
                }
                return try Self.check(connection)
            }
        }
        pin(name)
        return name
    }

    /// What is there may be of any algorithm, and have been made by anybody, if it is a storage key.
    private static func check(_ connection: TPMConnection) throws(TPMError) -> TPMName {
        let (handle, name) = try connection.storageRoot()
        let answer = TPMAnswer()
        try connection.run(answers: [answer]) { tpm, _, answers in
            unsafe latchkey_tpm_public(tpm, handle, &answers[0])
        }
        guard TPMTemplate.isStorageRoot(answer.bytes) else { throw .storageRootUnusable }
        // Whether its authorisation is empty, only a command can tell.
        _ = try connection.make(TPMTemplate.sealed(countsTries: false), in: .random(count: 32), for: .none)
        return name
    }

    private static func makeStorageRoot(_ connection: TPMConnection) throws(TPMError) {
        // Nothing of it is secret: the session is for the empty authorisation of the owner.
        let session = try connection.startSession(saltedTo: TPMConnection.noHandle)
        defer { connection.flush(session) }
        let nothing = ItemSecret(sensitivePart(authorisation: .none, contents: .none))
        var made = TPMConnection.noHandle
        do throws(TPMError) {
            try connection.run([nothing, ItemSecret(copying: TPMTemplate.storageRoot)]) { tpm, given, _ in
                unsafe latchkey_tpm_create_primary(tpm, session, given[0], given[1], &made)
            }
            defer { connection.flush(made) }
            try connection.run { tpm, _, _ in
                unsafe latchkey_tpm_make_persistent(tpm, session, made, storageRootHandle)
            }
        } catch {
            throw error == .wrongAuthorisation ? .ownerHasAuthorisation : error
        }
    }
}
