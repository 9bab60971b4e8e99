// An index of a TPM that is only ever extended.
// SPDX-License-Identifier: Apache-2.0

import CLatchkeySodium
import CLatchkeyTPM
import LatchkeyPlatform

/// 32 bytes that become SHA-256(old ‖ data) and are never set: no value that it had can be reached again.
/// ``TPM/withIndex(_:authorisation:_:)`` lends it.
package struct TPMIndex {
    /// Bytes of the value, and of what it is extended with.
    package static let size = 32

    private let handle: UInt32
    private let index: TPMConnection.Handle
    private let connection: TPMConnection

    init(_ handle: UInt32, as index: TPMConnection.Handle, on connection: TPMConnection) {
        self.handle = handle
        self.index = index
        self.connection = connection
    }

    /// The value: one command.
    /// - Returns: zeros for an index that was never extended, which is what it is extended from.
    /// - Throws: `.wrongAuthorisation` if the index is another's.
    package func read() throws(TPMError) -> [UInt8] {
        let answer = TPMAnswer()
        do throws(TPMError) {
            try connection.inSession(isLast: false) { session throws(TPMError) in
                try connection.run(answers: [answer]) { tpm, _, answers in
                    unsafe latchkey_tpm_read_index(tpm, index, session, UInt16(Self.size), &answers[0])
                }
            }
        } catch {
            guard case .refused(let code) = error, TPMCode.kind(of: code) == .indexUnwritten else { throw error }
            return [UInt8](repeating: 0, count: Self.size)
        }
        var reader = TPMReader(answer.bytes)
        guard let value = reader.sized(), value.count == Self.size else { throw .refused(TPMCode.badBytes) }
        return value
    }

    /// Makes the value SHA-256(value ‖ data): one command, which is one write to the memory.
    /// - Parameters:
    ///   - data: 32 bytes.
    ///   - isLast: nothing follows: the session ends with it.
    /// - Throws: `.rateLimited` and `.busy` if it helps to try again later; `.wrongAuthorisation`.
    package func extend(with data: [UInt8], isLast: Bool = true) throws(TPMError) {
        precondition(data.count == Self.size, "an index is extended with 32 bytes")
        try connection.inSession(isLast: isLast) { session throws(TPMError) in
            try connection.run([ItemSecret(copying: data)]) { tpm, given, _ in
                unsafe latchkey_tpm_extend_index(tpm, index, session, given[0])
            }
        }
    }

    /// Whether it is an index as ``TPM/defineIndex(_:for:)`` makes them: no command. The Name says so, and with another
    /// Name no command on it succeeds.
    package func isExtendIndex() throws(TPMError) -> Bool {
        let name = try connection.name(of: index)
        return [false, true].contains { isWritten in
            TPMAlgorithm.sha256.tpmBytes + digest(TPMTemplate.extendIndex(handle, isWritten: isWritten)) == name
        }
    }

    private func digest(_ bytes: [UInt8]) -> [UInt8] {
        var digest = [UInt8](repeating: 0, count: 32)
        _ = unsafe crypto_hash_sha256(&digest, bytes, UInt64(bytes.count))
        return digest
    }
}
