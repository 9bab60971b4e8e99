// The TPM of the machine, which one thread at a time uses.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyPlatform

/// A TPM 2.0 behind ESAPI.
///
/// The calls block, and wait for one another: a command takes from two milliseconds to some tenths of a second. The way
/// to the TPM is opened by the first of them. Every command that carries a secret or an authorisation runs in one HMAC
/// session, salted to the storage root, with parameters in AES-128-CFB: whoever listens on the bus learns nothing. A
/// call ends the session, and takes out of the TPM what it has loaded, unless it says otherwise.
package final class TPM: Sendable {
    /// The name of the way to it.
    package let name: String
    private let state: Guarded<State>

    private struct State {
        var connection: TPMConnection?
        /// The Name that the storage root has to have; nil before it is known.
        var storageRoot: TPMName?
        /// A key that stays loaded.
        var kept: KeptKey?
    }

    struct KeptKey {
        let object: TPMObject
        let handle: TPMConnection.Handle
    }

    /// The kernel's way to the TPM, with its resource manager. Never `/dev/tpm0`, which one process alone can use.
    package static let device = "device:/dev/tpmrm0"

    /// Where the storage root is: the handle that the TCG reserves for it, which systemd and Windows use as well.
    package static let storageRootHandle: UInt32 = 0x8100_0001

    /// - Parameters:
    ///   - name: ``device``, or `swtpm:path=…` for a software TPM.
    ///   - storageRoot: the Name of the storage root at enrolment; nil before.
    /// - Throws: `.noTPM` for a name of another kind: libtss2 would load any library that a name says.
    package init(_ name: String, storageRoot: TPMName? = nil) throws(TPMError) {
        guard name.hasPrefix("device:/") || name.hasPrefix("swtpm:path=/") else { throw .noTPM }
        self.name = name
        state = Guarded(State(storageRoot: storageRoot))
    }

    deinit { rest() }

    /// Takes a key that is kept loaded out of the TPM, ends the session and closes the way to the TPM, which the next
    /// call opens again. Others may need the room, and the kernel cannot keep an idle session for ever.
    package func rest() {
        state.withLock { state in
            guard let connection = state.connection else { return }
            Self.rest(connection, &state)
            state.connection = nil
        }
    }

    /// Runs commands.
    ///
    /// If the TPM was restarted since the last call, what is known of it is found out again and they are run once more,
    /// unless they have said that they may not be.
    /// - Throws: what `body` throws, and what opening does.
    func perform<R: ~Copyable>(
        _ body: (TPMConnection, inout KeptKey?) throws(TPMError) -> R
    ) throws(TPMError) -> R {
        try state.withLock { state throws(TPMError) in
            let isFresh = state.connection == nil
            do throws(TPMError) {
                return try perform(body, &state)
            } catch {
                guard !isFresh, error.isOfStaleConnection, state.connection?.mayRepeat != false else { throw error }
                state.connection = nil
                return try perform(body, &state)
            }
        }
    }

    private func perform<R: ~Copyable>(
        _ body: (TPMConnection, inout KeptKey?) throws(TPMError) -> R, _ state: inout State
    ) throws(TPMError) -> R {
        let connection: TPMConnection
        if let opened = state.connection {
            connection = opened
        } else {
            connection = try TPMConnection(name, expecting: state.storageRoot)
            state.connection = connection
        }
        connection.mayRepeat = true
        do throws(TPMError) {
            let result = try body(connection, &state.kept)
            if connection.isBroken { Self.rest(connection, &state) }
            return result
        } catch {
            Self.rest(connection, &state)
            throw error
        }
    }

    private static func rest(_ connection: TPMConnection, _ state: inout State) {
        if let kept = state.kept { connection.flush(kept.handle) }
        state.kept = nil
        connection.endSession()
        if connection.isBroken { state.connection = nil }
    }

    /// Makes this the storage root from now on.
    func pin(_ name: TPMName) { state.withLock { $0.storageRoot = name } }
}

extension TPMError {
    /// Whether what is known of the TPM may be of before a restart. What it has counted is not.
    fileprivate var isOfStaleConnection: Bool {
        switch self {
        case .unavailable, .notFound, .wrongAuthorisation, .storageRootUnusable, .foreignObject, .refused: true
        case .noTPM, .lockedOut, .rateLimited, .busy, .storageRootMissing, .storageRootReplaced, .ownerHasAuthorisation,
            .exists, .full:
            false
        }
    }
}
