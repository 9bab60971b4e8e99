// A way to a TPM that is open: its storage root, and one session for its commands.
// SPDX-License-Identifier: Apache-2.0

import CLatchkeyTPM
import LatchkeyPlatform

/// One thread at a time uses it; ``TPM`` sees to that.
@safe
final class TPMConnection {
    /// What ESAPI names an object, an index or a session.
    typealias Handle = latchkey_tpm_object

    static let noHandle = Handle(latchkey_tpm_none)

    private let tpm: OpaquePointer
    /// The Name that the storage root has to have; nil if any will do.
    private let expectedRoot: TPMName?
    private var root: (handle: Handle, name: TPMName)?
    private var session: Handle?
    /// Whether something on the way to the TPM has failed: libtss2 may not be asked again.
    private(set) var isBroken = false
    /// Whether what has been done in this call may be done once more.
    var mayRepeat = true

    /// - Parameter name: what the TCTI loader of libtss2 reads, such as `device:/dev/tpmrm0`.
    /// - Throws: `.noTPM`.
    init(_ name: String, expecting expectedRoot: TPMName?) throws(TPMError) {
        guard TPM.mayOpen else { throw .noTPM }
        var opened: OpaquePointer?
        let code = unsafe latchkey_tpm_open(name, &opened)
        guard code == 0, let opened = unsafe opened else { throw .noTPM }
        unsafe tpm = opened
        self.expectedRoot = expectedRoot
    }

    deinit {
        unsafe latchkey_tpm_close(tpm)
    }

    /// Runs one command.
    /// - Parameters:
    ///   - given: what it reads.
    ///   - answers: what it fills.
    /// - Throws: what its code means.
    @safe func run(
        _ given: [ItemSecret] = [], answers: [TPMAnswer] = [],
        _ command: (OpaquePointer, [latchkey_tpm_input], UnsafeMutablePointer<latchkey_tpm_output>) -> UInt32
    ) throws(TPMError) {
        var outputs = unsafe answers.map { unsafe $0.room } + [latchkey_tpm_output(bytes: nil, capacity: 0, count: 0)]
        let inputs = unsafe given.map { given in
            unsafe given.bytes.withUnsafeBytes { bytes in
                unsafe latchkey_tpm_input(
                    bytes: bytes.baseAddress?.assumingMemoryBound(to: UInt8.self), count: bytes.count)
            }
        }
        // The addresses are those of memory that lives as long as its owners.
        let code = withExtendedLifetime((given, answers)) {
            unsafe outputs.withUnsafeMutableBufferPointer { outputs in
                unsafe outputs.baseAddress.map { unsafe command(tpm, inputs, $0) } ?? TPMCode.badBytes
            }
        }
        guard code == 0 else { throw failure(code) }
        for (place, answer) in answers.enumerated() { answer.count = unsafe outputs[place].count }
    }

    private func failure(_ code: UInt32) -> TPMError {
        // Whoever only reads and writes structures has asked nobody.
        if !TPMCode.isOfTPM(code), !TPMCode.isOwn(code), !TPMCode.isOfMarshalling(code) { isBroken = true }
        return TPMError(code: code)
    }

    // MARK: The storage root

    /// The storage root: one command, once.
    /// - Throws: `.storageRootMissing`; `.storageRootReplaced` if it is not the one that has to be there.
    func storageRoot() throws(TPMError) -> (handle: Handle, name: TPMName) {
        if let root { return root }
        var found = Self.noHandle
        do throws(TPMError) {
            try run { tpm, _, _ in unsafe latchkey_tpm_find(tpm, TPM.storageRootHandle, &found) }
        } catch {
            throw error == .notFound ? .storageRootMissing : error
        }
        // libtss2 computes the Name from the public area that the session is salted to: an answer that was changed on
        // the way has another Name.
        guard let name = TPMName(try name(of: found)) else { throw .storageRootUnusable }
        guard expectedRoot == nil || name == expectedRoot else { throw .storageRootReplaced }
        root = (found, name)
        return (found, name)
    }

    /// The Name of an object, as its bytes; those of something without one are no Name.
    func name(of object: Handle) throws(TPMError) -> [UInt8] {
        let answer = TPMAnswer()
        try run(answers: [answer]) { tpm, _, answers in unsafe latchkey_tpm_name(tpm, object, &answers[0]) }
        var reader = TPMReader(answer.bytes)
        return reader.sized() ?? []
    }

    // MARK: The session

    /// Runs a command in the session, and begins one if there is none: one more command.
    /// - Parameter isLast: the session ends with the command, if that succeeds.
    func inSession<R: ~Copyable>(
        isLast: Bool, _ command: (Handle) throws(TPMError) -> R
    ) throws(TPMError) -> R {
        let session = try openSession()
        let end = isLast ? latchkey_tpm_session_ends : latchkey_tpm_session_goes_on
        try run { tpm, _, _ in unsafe latchkey_tpm_end_session_after(tpm, session, end) }
        let result = try command(session)
        if isLast {
            forget(session)
            self.session = nil
        }
        return result
    }

    /// The session, salted to the storage root.
    @discardableResult
    func openSession() throws(TPMError) -> Handle {
        if let session { return session }
        let started = try startSession(saltedTo: try storageRoot().handle)
        session = started
        return started
    }

    /// - Parameter key: ``noHandle`` for a session that protects nothing, and is authorised by what is empty.
    func startSession(saltedTo key: Handle) throws(TPMError) -> Handle {
        var started = Self.noHandle
        try run { tpm, _, _ in unsafe latchkey_tpm_start_session(tpm, key, &started) }
        return started
    }

    /// Ends the session: one command, if there is one.
    func endSession() {
        guard let session else { return }
        self.session = nil
        flush(session)
    }

    // MARK: Objects

    /// Runs commands on an object under its authorisation.
    func authorising<R: ~Copyable>(
        _ object: Handle, with authorisation: ItemSecret, _ body: () throws(TPMError) -> R
    ) throws(TPMError) -> R {
        try authorise(object, with: authorisation)
        // libtss2 frees its memory as it is: what authorises is written over.
        defer { try? authorise(object, with: ItemSecret(unsafe SecretBytes(count: 32) { _ in })) }
        return try body()
    }

    private func authorise(_ object: Handle, with authorisation: ItemSecret) throws(TPMError) {
        try run([authorisation]) { tpm, given, _ in unsafe latchkey_tpm_authorise(tpm, object, given[0]) }
    }

    /// Takes a transient object or a session out of the TPM: one command. Nothing can be done about a failure.
    func flush(_ object: Handle) {
        guard !isBroken else { return }
        try? run { tpm, _, _ in unsafe latchkey_tpm_flush(tpm, object) }
    }

    /// Forgets an object that stays in the TPM, or is gone.
    func forget(_ object: Handle) { unsafe latchkey_tpm_forget(tpm, object) }
}
