// The certificates, lists of revoked ones and OCSP responses of make_revocation.py.
// SPDX-License-Identifier: Apache-2.0

package import Foundation
package import LatchkeyCertificates

/// The certificate `leaf` of `authority`, of which `root` is the issuer, and what is said of them.
package struct RevocationVectors: Decodable {
    private let certificates: [String: Data]
    private let lists: [String: Data]
    private let responses: [String: Data]

    /// 2026-06-01, in seconds since 2001-01-01 UTC.
    package static let today = 801_964_800.0
    private static let shared = Result { try Vectors.load(RevocationVectors.self, from: "revocation.json") }

    package static func certificate(_ name: String) throws -> Certificate {
        try Certificate(der: Array(data(name, of: shared.get().certificates)))
    }

    package static func list(_ name: String) throws -> Data { try data(name, of: shared.get().lists) }

    package static func response(_ name: String) throws -> Data { try data(name, of: shared.get().responses) }

    private static func data(_ name: String, of all: [String: Data]) throws -> Data {
        guard let data = all[name] else { throw Vectors.Missing(file: name) }
        return data
    }
}
