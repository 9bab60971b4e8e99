// One state of a keychain's file, to tell whether somebody has written to it since.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyStore

/// As one connection of this process sees it.
package struct MoveState: Hashable, Sendable {
    private let identity: KeychainFile.Identity
    private let version: UInt32

    init(_ identity: KeychainFile.Identity, _ version: UInt32) {
        self.identity = identity
        self.version = version
    }
}
