// Finds the keychain and carries requests to it: the daemon if one is configured, else the keychain in this process.
// SPDX-License-Identifier: Apache-2.0

import Glibc
package import LatchkeyModel
package import LatchkeyPlatform

#if Embedded
    import LatchkeyBus
    package import LatchkeyPresence
    package import LatchkeyService
    package import LatchkeyTrust
#endif

/// The way from an API or a tool to the keychain. Safe to call from any thread.
package final class KeychainClient: Sendable {
    package let configuration: ClientConfiguration
    package let preferences: KeychainPreferences
    private let identity: Identity
    /// The way to the daemon, if one is configured. Then no other way is ever taken.
    private let transport: UnixSocketTransport?
    #if Embedded
        let service: KeychainService
        /// Who proves what items ask for.
        let person: any PersonAsking
        /// Contexts that ended lately, whose dialogs close.
        let endedContexts = EndedContexts()
    #endif

    /// As whom the client calls in embedded mode. A daemon finds out for itself.
    package enum Identity: Sendable {
        /// The running program, with its own access groups.
        case program
        /// A tool of the keychain that works for the user: it sees all groups and adds to its own.
        case tool
        /// These groups; for tests.
        case caller(Caller)
    }

    /// The client of the process's programs.
    package static let shared = KeychainClient(configuration: .current, identity: .program)

    #if Embedded
        package init(
            configuration: ClientConfiguration, identity: Identity, clock: KeychainClock = .system,
            anchors: TrustAnchors = .system, person: (any PersonAsking)? = nil
        ) {
            self.configuration = configuration
            self.identity = identity
            transport = configuration.socket.map(UnixSocketTransport.init)
            preferences = KeychainPreferences(home: configuration.home)
            let home = configuration.home
            let asked = person ?? PersonAtPinentry(fingers: Fprintd(description: "keychain"))
            self.person = asked
            service = KeychainService(
                home: home, clock: clock, anchors: anchors, biometry: { asked.biometry }
            ) { _ throws(KeychainError) in
                guard let file = configuration.passwordFiles.first else { return nil }
                return try PasswordFile.read(path: file)
            }
        }
    #else
        package init(configuration: ClientConfiguration, identity: Identity) {
            self.configuration = configuration
            self.identity = identity
            transport = configuration.socket.map(UnixSocketTransport.init)
            preferences = KeychainPreferences(home: configuration.home)
        }
    #endif

    /// - Parameter path: the keychain's file, or nil for the default keychain.
    /// - Throws: `.notAvailable` if a daemon is configured that cannot be reached: another store is never used instead.
    package func perform(_ request: Request, inKeychainAt path: String? = nil) throws(KeychainError) -> Reply {
        try perform(request, inKeychainAt: path, over: transport)
    }

    /// - Parameter transport: the way to the daemon.
    func perform(
        _ request: Request, inKeychainAt path: String? = nil, over transport: UnixSocketTransport?
    ) throws(KeychainError) -> Reply {
        let keychain =
            if let path { path } else { try preferences.defaultKeychain() }
        if let transport {
            return try transport.perform(request, inKeychain: name(ofKeychainAt: keychain)).found(in: keychain)
        }
        #if Embedded
            return try performHere(request, inKeychainAt: keychain, from: embeddedCaller()).found(in: keychain)
        #else
            throw KeychainError(.notAvailable, during: "calling a keychain without a daemon")
        #endif
    }

    /// Whether there is a keychain at `path`, or something that must be asked about. The files of a daemon are not to
    /// be seen from here.
    package func hasKeychain(at path: String) -> Bool {
        guard transport != nil else { return unsafe access(path, F_OK) == 0 }
        do throws(KeychainError) {
            _ = try perform(.status, inKeychainAt: path)
            return true
        } catch {
            return error.code != .noSuchKeychain
        }
    }

    /// Lets go of what the client has open, at the end of a short program. A later call opens it again.
    package func close() {
        transport?.close()
        #if Embedded
            service.close()
        #endif
    }

    /// A keychain of the home by its name: the daemon has its own home, and its own file of that name.
    private func name(ofKeychainAt path: String) -> String {
        let home = Array((configuration.home + "/").utf8)
        let bytes = path.utf8
        guard bytes.starts(with: home), !bytes.dropFirst(home.count).contains(UInt8(ascii: "/")) else { return path }
        return String(decoding: bytes.dropFirst(home.count), as: UTF8.self)
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
