// Makes and loads objects under the storage root.
// SPDX-License-Identifier: Apache-2.0

import CLatchkeyTPM
import LatchkeyPlatform

extension TPMConnection {
    /// Makes an object: one command, and a session.
    func make(
        _ template: [UInt8], in contents: borrowing SecretBytes, for authorisation: borrowing SecretBytes
    ) throws(TPMError) -> TPMObject {
        let sensitive = ItemSecret(sensitivePart(authorisation: authorisation, contents: contents))
        let (privatePart, publicPart) = (TPMAnswer(), TPMAnswer())
        let root = try storageRoot().handle
        try underRoot { () throws(TPMError) in
            try inSession(isLast: true) { session throws(TPMError) in
                try run([sensitive, ItemSecret(copying: template)], answers: [privatePart, publicPart]) {
                    tpm, given, answers in
                    unsafe latchkey_tpm_create(tpm, root, session, given[0], given[1], &answers[0], &answers[1])
                }
            }
        }
        return TPMObject(privatePart: privatePart.bytes, publicPart: publicPart.bytes)
    }

    /// Loads an object: one command. The session goes on.
    /// - Throws: `.foreignObject` if the storage root did not make it.
    func load(_ object: TPMObject) throws(TPMError) -> Handle {
        guard object.privatePart.count <= TPMObject.largestPart, object.publicPart.count <= TPMObject.largestPart else {
            throw .foreignObject
        }
        let root = try storageRoot().handle
        let parts = [ItemSecret(copying: object.privatePart), ItemSecret(copying: object.publicPart)]
        var loaded = Self.noHandle
        try inSession(isLast: false) { session throws(TPMError) in
            do throws(TPMError) {
                try underRoot { () throws(TPMError) in
                    try run(parts) { tpm, given, _ in
                        unsafe latchkey_tpm_load_object(tpm, root, session, given[0], given[1], &loaded)
                    }
                }
            } catch {
                // Bytes that libtss2 itself cannot read were damaged.
                if case .unavailable(let code) = error, TPMCode.isOfMarshalling(code) || TPMCode.isOwn(code) {
                    throw .foreignObject
                }
                throw error
            }
        }
        return loaded
    }

    /// Runs what the storage root authorises, and nothing else. Its authorisation is empty: another is a root that was
    /// made from the same template, and so has the same Name.
    private func underRoot(_ body: () throws(TPMError) -> Void) throws(TPMError) {
        do {
            try body()
        } catch {
            throw error == .wrongAuthorisation ? .storageRootUnusable : error
        }
    }
}
