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

    /// - Parameter transport: the way that is taken if no daemon is configured.
    package init(configuration: ClientConfiguration, transport: @autoclosure () -> any KeychainTransport) {
        let home = configuration.home
        self.configuration = configuration
        preferences = KeychainPreferences(home: home)
        self.transport = configuration.socket.map { SocketTransport(path: $0, home: home) } ?? transport()
    }

    /// The same keychains over a way of their own, for calls that take long.
    init(another client: KeychainClient) {
        configuration = client.configuration
        preferences = client.preferences
        transport = client.transport.another()
    }

    /// - Parameter keychain: nil for the default keychain, which its first item makes.
    /// - Throws: what the keychain answers; `.notAvailable` if a daemon is configured that cannot be reached: another
    ///   store is never used instead.
    package func perform(_ request: Request, in keychain: KeychainAddress? = nil) throws(KeychainError) -> Reply {
        let keychain =
            if let keychain { keychain } else { KeychainAddress.file(try preferences.defaultKeychain()) }
        return try transport.perform(request, at: keychain).found(in: keychain.path)
    }

    /// Whether there is a keychain at `path`, or something that must be asked about.
    package func hasKeychain(at path: String) -> Bool { transport.hasKeychain(at: path) }

    /// Lets go of what the client has open, at the end of a short program. A later call opens it again.
    package func close() { transport.close() }
}
