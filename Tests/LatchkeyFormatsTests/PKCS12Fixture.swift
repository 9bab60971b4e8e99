// The files of Tests/Fixtures/PKCS12, which scripts/make-pkcs12-fixtures made.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import LatchkeyCertificates
import LatchkeyModel
import LatchkeyPlatform
import LatchkeyTestSupport

enum PKCS12Fixture {
    static func file(_ name: String) throws -> ItemSecret {
        let url = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .appendingPathComponent("Fixtures/PKCS12/\(name)")
        return ItemSecret(SecretBytes(unrecorded: Array(try Data(contentsOf: url))))
    }

    static func key() throws -> KeyData { try KeyData(der: file("leaf.key"), format: .pkcs8, .private) }

    static func certificate() throws -> Certificate {
        try Certificate(der: file("leaf.der").bytes.declassified(because: "a certificate is public"))
    }
}
