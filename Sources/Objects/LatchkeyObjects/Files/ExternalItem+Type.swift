// What an imported item may be.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyCertificates
import LatchkeyModel

extension ExternalItem {
    /// What a file is said to hold, by the words of `security import -t`.
    package enum ItemType: String, Hashable, Sendable {
        case publicKey = "pub"
        case privateKey = "priv"
        case sessionKey = "session"
        case certificate = "cert"
        case aggregate = "agg"
    }

    func `is`(_ type: ItemType) -> Bool {
        switch (self, type) {
        case (_, .aggregate), (.certificate, .certificate): true
        case (.key(let key), .publicKey): key.keyClass == .public
        case (.key(let key), .privateKey): key.keyClass == .private
        default: false
        }
    }

    func canBe(_ format: ExternalFormat) -> Bool {
        switch (self, format) {
        case (_, .openssl), (_, .pemseq), (_, .raw), (.certificate, .x509): true
        case (.key(let key), .pkcs8): key.keyClass == .private
        case (.key(let key), .bsafe): key.kind == .rsa
        default: false
        }
    }

    var words: String {
        switch self {
        case .certificate: "a certificate"
        case .key(let key): key.keyClass == .private ? "a private key" : "a public key"
        }
    }
}
