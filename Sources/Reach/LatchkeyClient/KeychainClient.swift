// What front ends call: typed requests to the keychains of one configuration.
// SPDX-License-Identifier: Apache-2.0

package import LatchkeyModel
package import LatchkeyPlatform

/// A client of the keychains that a configuration names. Safe to call from any thread.
///
/// Its calls are in `Calls`, one for each request. ``perform(_:in:)`` is for what carries requests without looking at
/// them.
package final class KeychainClient: Sendable {
    package let configuration: ClientConfiguration
    package let preferences: KeychainPreferences
    /// The way to the keychains: to the daemon if one is configured. Then no other way is ever taken.
    let transport: any KeychainTransport
    private let missed: MissedKeychains

    /// - Parameters:
    ///   - isProgram: whether the process is a program, which has no other way to tell its user something than the log.
    ///   - transport: the way that is taken if no daemon is configured.
    package init(
        configuration: ClientConfiguration, ofProgram isProgram: Bool = false,
        transport: @autoclosure () -> any KeychainTransport
    ) {
        let home = configuration.home
        missed = MissedKeychains(of: configuration, isProgram: isProgram)
        self.configuration = configuration
        preferences = KeychainPreferences(home: home)
        self.transport =
            configuration.socket.map {
                SocketTransport(path: $0, home: home, takingOwn: configuration.takesOwnDaemon)
            } ?? transport()
    }

    /// The same keychains over a way of their own, for calls that take long.
    init(another client: KeychainClient) {
        configuration = client.configuration
        preferences = client.preferences
        transport = client.transport.another()
        missed = client.missed
    }

    /// - Parameter keychain: nil for the default keychain, which its first item makes.
    /// - Throws: what the keychain answers; `.notAvailable` if a daemon is configured that cannot be reached: another
    ///   store is never used instead.
    package func perform(_ request: Request, in keychain: KeychainAddress? = nil) throws(KeychainError) -> Reply {
        let keychain =
            if let keychain { keychain } else { KeychainAddress.file(try preferences.defaultKeychain()) }
        do throws(KeychainError) {
            return try transport.perform(request, at: keychain).found(in: keychain.path)
        } catch  where error.code == .itemNotFound && request.traits.touches == .items {
            throw missed.explaining(error)
        }
    }

    /// Whether there is a keychain at `path`, or something that must be asked about.
    package func hasKeychain(at path: String) -> Bool { transport.hasKeychain(at: path) }

    /// The error of a search that found nothing, with what may explain it.
    package func explaining(_ error: KeychainError) -> KeychainError { missed.explaining(error) }

    /// Lets go of what the client has open, at the end of a short program. A later call opens it again.
    package func close() { transport.close() }
}
