// The certificates of Tests/Fixtures/Trust, which scripts/make-trust-fixtures made.
// SPDX-License-Identifier: Apache-2.0

import Foundation
package import LatchkeyCertificates
import LatchkeyModel
import LatchkeyPlatform

package enum TrustFixture {
    /// The file of the roots that tests trust: `root` and `expired-root`.
    package static let anchors = path("anchors")

    /// A day of 2026, in seconds since 2001-01-01 UTC.
    package static let today: Double = 800_000_000

    package static func path(_ name: String) -> String {
        URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .appendingPathComponent("Fixtures/Trust/\(name).pem").path
    }

    /// All certificates of a file.
    package static func certificates(_ name: String) throws -> [Certificate] {
        let text = try Data(contentsOf: URL(fileURLWithPath: path(name)))
        return try PEMBlock.blocks(in: ItemSecret(SecretBytes(unrecorded: Array(text)))).compactMap {
            try $0.certificate()
        }
    }

    /// The one certificate of a file.
    package static func certificate(_ name: String) throws -> Certificate {
        let certificates = try certificates(name)
        guard certificates.count == 1, let certificate = certificates.first else { throw Vectors.Missing(file: name) }
        return certificate
    }
}
