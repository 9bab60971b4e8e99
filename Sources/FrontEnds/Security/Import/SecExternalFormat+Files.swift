// Apple's forms of files, and what a file turned out to be.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyCertificates
import LatchkeyFormats
import LatchkeyModel
import LatchkeyObjects
import LatchkeyPlatform

extension SecExternalFormat {
    /// The form, or nil for one that is not known here and for `.formatUnknown`.
    var ofFiles: ExternalFormat? {
        switch self {
        case .formatUnknown, .formatSSH, .formatWrappedSSH, .formatWrappedLSH: nil
        case .formatOpenSSL, .formatWrappedOpenSSL: .openssl
        case .formatBSAFE: .bsafe
        case .formatRawKey: .raw
        case .formatWrappedPKCS8: .pkcs8
        case .formatX509Cert: .x509
        case .formatPEMSequence: .pemseq
        case .formatPKCS7: .pkcs7
        case .formatPKCS12: .pkcs12
        case .formatNetscapeCertSequence: .netscape
        case .formatSSHv2: .openssh2
        }
    }
}

extension SecExternalItemType {
    /// The type, or nil for any.
    var ofFiles: ExternalItem.ItemType? {
        switch self {
        case .itemTypeUnknown: nil
        case .itemTypePrivateKey: .privateKey
        case .itemTypePublicKey: .publicKey
        case .itemTypeSessionKey: .sessionKey
        case .itemTypeCertificate: .certificate
        case .itemTypeAggregate: .aggregate
        }
    }
}

/// What a file turned out to be.
struct FoundFormat {
    let format: SecExternalFormat
    let type: SecExternalItemType

    init(_ file: ItemSecret, _ items: [ExternalItem], given: SecExternalFormat) {
        let isText = file.firstPlace(of: "-----BEGIN ") != nil
        let first = items.first
        let isKey = if case .key? = first { true } else { false }
        if given != .formatUnknown {
            format = given
        } else if isText {
            format = items.count > 1 ? .formatPEMSequence : isKey ? .formatOpenSSL : .formatX509Cert
        } else if Self.isPKCS12(file) {
            format = .formatPKCS12
        } else if CertificateMessage.isOne(file) {
            format = CertificateMessage.isNetscape(file) ? .formatNetscapeCertSequence : .formatPKCS7
        } else if EncryptedPrivateKey.isOne(file) {
            format = .formatWrappedPKCS8
        } else {
            format = isKey ? .formatOpenSSL : .formatX509Cert
        }
        switch first {
        case _ where items.count != 1 || [.formatPKCS12, .formatPKCS7].contains(format): type = .itemTypeAggregate
        case .certificate?: type = .itemTypeCertificate
        case .key(let key)?: type = key.keyClass == .private ? .itemTypePrivateKey : .itemTypePublicKey
        case nil: type = .itemTypeUnknown
        }
    }

    static func isPKCS12(_ file: ItemSecret) -> Bool { PKCS12Reader.isOne(file) }
}
