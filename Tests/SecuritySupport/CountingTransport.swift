// Counts the requests of a client.
// SPDX-License-Identifier: Apache-2.0

package import LatchkeyClient
package import LatchkeyModel
package import LatchkeyPlatform
import Synchronization

/// Carries requests through another client.
package final class CountingTransport: KeychainTransport {
    private let client: KeychainClient
    private let requests = Atomic<Int>(0)

    package init(_ client: KeychainClient) { self.client = client }

    /// The requests so far.
    package var count: Int { requests.load(ordering: .sequentiallyConsistent) }

    package func perform(_ request: Request, at keychain: KeychainAddress) throws(KeychainError) -> Reply {
        requests.add(1, ordering: .sequentiallyConsistent)
        return try client.perform(request, in: keychain)
    }

    package func hasKeychain(at path: String) -> Bool { client.hasKeychain(at: path) }

    package func application(of executable: String) throws(ApplicationFailure) -> TrustedApplication {
        try client.application(at: executable)
    }

    package func another() -> any KeychainTransport { self }

    package func close() { client.close() }
}
