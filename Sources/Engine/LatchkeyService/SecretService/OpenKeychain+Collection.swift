// What a program may know of a keychain over the bus.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyCrypto
import LatchkeyModel
import LatchkeyPlatform
import LatchkeyStore

extension OpenKeychain {
    func serviceCollection() throws(KeychainError) -> ServiceCollection {
        let name = file.name
        return try withState(isReading: true) { state throws(KeychainError) in
            let connection = state.connection
            return try connection.read { snapshot throws(KeychainError) in
                try state.refresh(in: snapshot)
                let entry = try CollectionStore(connection).read()
                return ServiceCollection(
                    label: entry?.label ?? name, created: KeychainClock.unixSeconds(entry?.created ?? 0),
                    modified: KeychainClock.unixSeconds(entry?.modified ?? 0), isLocked: state.lockState != .unlocked,
                    hasPassword: state.keybag.hasPassword, era: state.era)
            }
        }
    }

    /// Bytes of a label.
    private static let longestLabel = 4 << 10

    /// Whoever serves a bus has one thread for all its clients: it waits for other writers no longer than
    /// `WritePauses.Patience.short`.
    /// - Throws: `.notAvailable` if others write for longer.
    func renameServiceCollection(to label: String) throws(KeychainError) {
        guard label.utf8.count <= Self.longestLabel else {
            throw KeychainError(.parameter, during: "giving a keychain a label")
        }
        try writeAlone(for: .short) { state, triesAgain throws(KeychainError) in
            let now = state.clock.now()
            return try state.connection.writeAtOnce(adding: true, triesAgain: triesAgain) {
                transaction throws(KeychainError) in
                try state.refresh(in: transaction.snapshot)
                try CollectionStore(state.connection).rename(to: label, now: now, in: transaction)
            }
        }
    }
}
