// Puts clients together: with a keychain in the process, or without one.
// SPDX-License-Identifier: Apache-2.0

package import LatchkeyClient

#if Embedded
    import LatchkeyEmbedded

    extension KeychainClient {
        /// - Parameter identity: as whom the client calls if no daemon is configured.
        package convenience init(_ configuration: ClientConfiguration = .current, as identity: ClientIdentity) {
            self.init(configuration: configuration, identity: identity)
        }
    }
#else
    extension KeychainClient {
        /// - Parameter identity: of no use, because a daemon finds out for itself.
        package convenience init(_ configuration: ClientConfiguration = .current, as identity: ClientIdentity) {
            self.init(
                configuration: configuration, ofProgram: identity == .program, transport: MissingTransport())
        }
    }
#endif

extension KeychainClient {
    /// The client of the process's programs.
    package static let shared = KeychainClient(as: .program)
}
