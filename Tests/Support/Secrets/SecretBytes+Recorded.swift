// The doors through which tests make secrets. scripts/check-ledger refuses any other.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyModel
package import LatchkeyPlatform

extension SecretBytes {
    /// A secret of a test, which is written down first.
    package init(recorded bytes: [UInt8]) {
        SecretLedger.record(bytes)
        self.init(copying: bytes)
    }

    /// Bytes in the place of a secret that are none: published messages, files without a secret, damaged encodings.
    /// They are too short, or too much like other text, to be looked for.
    package init(unrecorded bytes: [UInt8]) { self.init(copying: bytes) }
}

extension ItemSecret {
    /// A secret of a test, which is written down first.
    package convenience init(recorded bytes: [UInt8]) { self.init(SecretBytes(recorded: bytes)) }

    /// The UTF-8 bytes of a secret of a test.
    package convenience init(_ secret: TestSecret) { self.init(recorded: secret.bytes) }
}
