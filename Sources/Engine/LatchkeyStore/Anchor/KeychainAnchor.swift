// The anchor of a keychain in the TPM: whether its file is the one that was used last.
// SPDX-License-Identifier: Apache-2.0

import Glibc
package import LatchkeyCrypto
package import LatchkeyModel
package import LatchkeyPlatform
package import LatchkeyTPM

/// Does in the file, the TPM and the directory what ``AnchorRun`` says
/// (Documentation/Reference/Formats/Anchor.md, section 3).
package struct KeychainAnchor: Sendable {
    private let tpm: TPM
    private let index: UInt32
    private let authorisation: ItemSecret
    /// The directory whose lock is held meanwhile.
    private let directory: String
    /// How long a TPM that limits writes is asked again.
    private let patience: Duration

    package init(
        of keychain: RowIdentifier, deviceKey: borrowing SecretBytes, in tpm: TPM, directory: String,
        patience: Duration = .seconds(5)
    ) {
        self.tpm = tpm
        index = AnchorPlace.handle(of: keychain)
        authorisation = ItemSecret(AnchorPlace.authorisation(of: keychain, deviceKey: deviceKey))
        self.directory = directory
        self.patience = patience
    }

    /// What the keychain file does.
    package struct File {
        package let readRecord: () throws(KeychainError) -> AnchorRecord?
        /// Is on the disk when it returns, with everything that was written before.
        package let commit: (AnchorRecord) throws(KeychainError) -> Void

        package init(
            readRecord: @escaping () throws(KeychainError) -> AnchorRecord?,
            commit: @escaping (AnchorRecord) throws(KeychainError) -> Void
        ) {
            self.readRecord = readRecord
            self.commit = commit
        }
    }

    /// Whether the file may be used. Finishes the advance of whoever died meanwhile.
    package func open(_ file: File) throws(KeychainError) -> AnchorRun.Outcome { try run(.open, file) }

    /// Anchors what the file holds: four commands of the TPM, with its storage root known.
    /// - Parameter time: seconds since 1970.
    package func advance(_ file: File, time: UInt64) throws(KeychainError) -> AnchorRun.Outcome {
        try run(.advance(newAdvance(at: time)), file)
    }

    /// Anchors what the file holds whatever the index says, and makes the index if there is none: the first time, and
    /// if the user accepts a file that was refused.
    package func establish(_ file: File, time: UInt64) throws(KeychainError) -> AnchorRun.Outcome {
        try run(.establish(newAdvance(at: time)), file)
    }

    private func newAdvance(at time: UInt64) -> AnchorRun.Advance {
        AnchorRun.Advance(index: index, extension: .random(), time: time)
    }

    /// The lock is taken before anything of the TPM is asked, so that the index that is found is the one that is read
    /// and extended, in one session.
    private func run(_ goal: AnchorRun.Goal, _ file: File) throws(KeychainError) -> AnchorRun.Outcome {
        let turn = try DirectoryLock(directory)
        defer { turn.release() }
        let result: Result<AnchorRun.Outcome, KeychainError>
        do throws(TPMError) {
            result = try tpm.withIndex(index, authorisation: authorisation.bytes) { found in
                Result { () throws(KeychainError) in try AnchorRun.run(goal, effects(file, on: found)) }
            }
        } catch {
            guard error == .notFound else { throw KeychainError(error, during: "opening the anchor of a keychain") }
            return try AnchorRun.run(goal, effects(file, on: nil))
        }
        return try result.get()
    }

    /// - Parameter found: the index; nil if there is none.
    private func effects(_ file: File, on found: TPMIndex?) -> AnchorEffects<KeychainError> {
        AnchorEffects(
            lock: { () throws(KeychainError) in }, readRecord: file.readRecord,
            readIndex: { () throws(KeychainError) in try read(found) },
            defineIndex: { () throws(KeychainError) in try define() }, commit: file.commit,
            extend: { (value: AnchorValue) throws(KeychainError) in try extend(found, with: value) }, unlock: {})
    }

    private func read(_ found: TPMIndex?) throws(KeychainError) -> AnchorReading {
        guard let found else { return .missing }
        do throws(TPMError) {
            guard try found.isExtendIndex(), let value = AnchorValue(try found.read()) else { return .foreign }
            return .value(value)
        } catch {
            guard error == .wrongAuthorisation else {
                throw KeychainError(error, during: "reading the anchor of a keychain")
            }
            return .foreign
        }
    }

    private func define() throws(KeychainError) {
        do throws(TPMError) {
            try tpm.defineIndex(index, for: authorisation.bytes)
        } catch {
            throw KeychainError(error, during: "making the anchor of a keychain")
        }
    }

    private func extend(_ found: TPMIndex?, with value: AnchorValue) throws(KeychainError) -> Bool {
        do throws(TPMError) {
            guard let found else {
                return try tpm.withIndex(index, authorisation: authorisation.bytes) { found in
                    Result { () throws(TPMError) in try extendPatiently(found, with: value) }
                }.get()
            }
            return try extendPatiently(found, with: value)
        } catch {
            // Whether the TPM has executed it, the next who reads the index knows.
            throw KeychainError(error, during: "extending the anchor of a keychain")
        }
    }

    /// - Returns: false if the TPM did not take it in time.
    private func extendPatiently(_ index: TPMIndex, with value: AnchorValue) throws(TPMError) -> Bool {
        let clock = ContinuousClock()
        let end = clock.now + patience
        var pause: UInt32 = 20_000
        while true {
            do throws(TPMError) {
                try index.extend(with: value.bytes)
                return true
            } catch {
                guard error == .rateLimited || error == .busy else { throw error }
                guard clock.now + .microseconds(Int(pause)) < end else { return false }
                usleep(pause)
                pause = min(2 * pause, 1_000_000)
            }
        }
    }
}
