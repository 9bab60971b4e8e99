// A client of the keychain in the process.
// SPDX-License-Identifier: Apache-2.0

package import LatchkeyClient
package import LatchkeyPresence
package import LatchkeyService
package import LatchkeyTrust

extension KeychainClient {
    /// - Parameters:
    ///   - identity: as whom the client calls if no daemon is configured.
    ///   - user: nil for the user at pinentry.
    package convenience init(
        configuration: ClientConfiguration, identity: ClientIdentity, clock: KeychainClock = .system,
        anchors: TrustAnchors = .system, user: (any UserAsking)? = nil
    ) {
        self.init(
            configuration: configuration, ofProgram: identity == .program,
            transport: EmbeddedTransport(
                configuration, as: identity, clock: clock, anchors: anchors, user: user))
    }
}
