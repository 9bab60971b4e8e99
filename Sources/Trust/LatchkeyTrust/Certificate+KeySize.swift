// Keys that are too short to be trusted.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyCertificates
import LatchkeyModel

extension Certificate {
    /// Whether the key is of a kind that is known, and shorter than any that is trusted: RSA below 2048 bits, a curve
    /// below 224.
    var hasShortKey: Bool {
        switch publicKeyKind {
        case .rsa: (try? publicKey()).map { $0.sizeInBits < 2048 } ?? false
        case .p192: true
        default: false
        }
    }
}
