// The ways a program reaches the keychain. What every one of them must do is in Tests/ConformanceTests.
// SPDX-License-Identifier: Apache-2.0

package import LatchkeyClient
package import LatchkeyTestSupport

/// A way from the four calls to the keychain.
package struct Transport: Sendable {
    package let name: String
    /// What a program of these groups, the default first, calls a home through.
    package let client: @Sendable (TemporaryHome, [String]) -> KeychainClient
    /// What a process that calls a home finds in its environment.
    package let environment: @Sendable (TemporaryHome) -> [String: String]

    /// The keychain runs in the program.
    package static let inProcess = Transport(
        name: "in the process", client: { home, groups in home.anotherClient(groups: groups) },
        environment: { home in ["LATCHKEY_HOME": home.path, "LATCHKEY_SOCKET": "none"] })

    /// A daemon keeps the keychain, at the other end of a real socket.
    package static let socket = Transport(
        name: "through a socket", client: { home, groups in TestDaemon.client(of: home, groups: groups) },
        environment: { home in
            ["LATCHKEY_HOME": home.path, "LATCHKEY_SOCKET": TestDaemon.socket(of: home)]
        })

    /// Each of them passes the conformance suite.
    package static let every = [inProcess, socket]

    /// The one that a new ``Keychain`` takes.
    @TaskLocal package static var current = inProcess
}
