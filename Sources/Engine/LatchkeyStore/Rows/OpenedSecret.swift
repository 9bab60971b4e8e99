// A secret as far as its class key opens it.
// SPDX-License-Identifier: Apache-2.0

package import LatchkeyCrypto
package import LatchkeyPolicy

/// What opening the secret of a row under its class key came to.
package enum OpenedSecret {
    case open(OpenedItem)
    /// It is sealed under a password of the application as well.
    case underPassword(PasswordEnvelope)
}
