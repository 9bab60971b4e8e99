// Finds the keychain and carries requests to it: the daemon where one is configured, else the keychain in this process.
// SPDX-License-Identifier: Apache-2.0

package import KeychainModel

#if Embedded
    package import KeychainService
    package import KeychainTrust
#endif

/// The way from an API or a tool to the keychain. Safe to call from any thread.
package final class KeychainClient: Sendable {
    package let configuration: ClientConfiguration
    package let preferences: KeychainPreferences
    private let identity: Identity
    #if Embedded
        private let service: KeychainService
    #endif

    /// As whom the client calls in embedded mode. A daemon finds out for itself.
    package enum Identity: Sendable {
        /// The running program, with its own access groups.
        case program
        /// A tool of the keychain that works for the person: it sees all groups and adds to its own.
        case tool
        /// These groups; for tests.
        case caller(Caller)
    }

    /// The client of the process's programs.
    package static let shared = KeychainClient(configuration: .current, identity: .program)

    #if Embedded
        package init(
            configuration: ClientConfiguration, identity: Identity, clock: KeychainClock = .system,
            anchors: TrustAnchors = .system
        ) {
            self.configuration = configuration
            self.identity = identity
            preferences = KeychainPreferences(home: configuration.home)
            let home = configuration.home
            service = KeychainService(home: home, clock: clock, anchors: anchors) { () throws(KeychainError) in
                guard let file = configuration.passwordFiles.first else { return nil }
                return try PasswordFile.read(path: file)
            }
        }
    #else
        package init(configuration: ClientConfiguration, identity: Identity) {
            self.configuration = configuration
            self.identity = identity
            preferences = KeychainPreferences(home: configuration.home)
        }
    #endif

    /// - Parameter path: the keychain's file, or nil for the default keychain.
    /// - Throws: `.notAvailable` where a daemon is configured that cannot be reached: another store is never used instead.
    package func perform(_ request: Request, inKeychainAt path: String? = nil) throws(KeychainError) -> Reply {
        guard configuration.socket == nil else {
            throw KeychainError(
                .notAvailable, during: "reaching the configured keychain daemon",
                hint: "a daemon is configured, and this version cannot speak to one")
        }
        #if Embedded
            let keychain =
                if let path { path } else { try preferences.defaultKeychain() }
            return try service.perform(request, inKeychainAt: keychain, from: embeddedCaller())
        #else
            throw KeychainError(.notAvailable, during: "calling a keychain without a daemon")
        #endif
    }

    /// Lets go of what the client has open, at the end of a short program. A later call opens it again.
    package func close() {
        #if Embedded
            service.close()
        #endif
    }

    #if Embedded
        private func embeddedCaller() throws(KeychainError) -> Caller {
            switch identity {
            case .caller(let caller): return caller
            case .program: return try Self.currentProgram.get()
            case .tool: return Caller(accessGroups: [try EmbeddedIdentity.current().adHocGroup, .all])
            }
        }

        /// The identity of a program does not change while it runs.
        private static let currentProgram = Result<Caller, KeychainError> { () throws(KeychainError) in
            try EmbeddedIdentity.current().caller()
        }
    #endif
}
