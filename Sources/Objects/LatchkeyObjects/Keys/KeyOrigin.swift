// What an item came through.
// SPDX-License-Identifier: Apache-2.0

package import LatchkeyClient
package import LatchkeyModel

/// What an item came through, and what a key that stays there works through.
package struct KeyOrigin {
    package let client: KeychainClient
    /// The path of the keychain; nil for the default one.
    package let keychain: String?
    /// What the fetch said of asking the user: it holds for what the key does afterwards.
    package let authentication: Authentication

    package init(client: KeychainClient, keychain: String?, authentication: Authentication) {
        self.client = client
        self.keychain = keychain
        self.authentication = authentication
    }
}
