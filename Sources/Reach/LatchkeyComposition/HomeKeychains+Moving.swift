// Opens the keychains of the home, if this program can.
// SPDX-License-Identifier: Apache-2.0

package import LatchkeyClient
package import LatchkeyPlatform

#if Embedded
    import LatchkeyEmbedded

    extension HomeKeychains {
        /// Opens the files of the home in this process, whether a daemon is configured or not.
        package func opened() throws(KeychainError) -> any KeychainMoving { try EmbeddedMoving(home: home) }
    }
#else
    extension HomeKeychains {
        /// - Throws: always: this program was built without a keychain of its own.
        package func opened() throws(KeychainError) -> any KeychainMoving {
            throw KeychainError(
                .unimplemented, during: "opening the keychains of the home",
                hint: "this command was built without a keychain of its own")
        }
    }
#endif
