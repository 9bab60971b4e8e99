// Who says that a certificate is trusted without anybody's signature.
// SPDX-License-Identifier: Apache-2.0

enum Anchor: Hashable {
    /// The program that asks.
    case caller
    /// A user, by a trust setting.
    case decision
    /// The file of the system's roots.
    case system
}
