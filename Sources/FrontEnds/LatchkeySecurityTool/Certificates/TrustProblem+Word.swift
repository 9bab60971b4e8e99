// The words of macOS for what is wrong with a certificate.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyTrust

extension TrustProblem {
    /// As it stands in the listing of identities (reference 6.6.8).
    var word: String {
        switch self {
        case .unreadable, .policyMissing, .nameNotPermitted: "CSSMERR_TP_INVALID_CERTIFICATE"
        case .unreadableExtension, .duplicateExtension: "CSSMERR_APPLETP_UNKNOWN_CERT_EXTEN"
        case .noBasicConstraints: "CSSMERR_APPLETP_NO_BASIC_CONSTRAINTS"
        case .wrongKeyID: "CSSMERR_APPLETP_INVALID_AUTHORITY_ID"
        case .noSubject: "CSSMERR_APPLETP_INVALID_EMPTY_SUBJECT"
        case .validTooLong: "CSSMERR_TP_CERT_SUSPENDED"
        case .notYetValid: "CSSMERR_TP_CERT_NOT_VALID_YET"
        case .expired: "CSSMERR_TP_CERT_EXPIRED"
        case .revoked: "CSSMERR_TP_CERT_REVOKED"
        case .revocationUnknown: "CSSMERR_APPLETP_INCOMPLETE_REVOCATION_CHECK"
        case .weakKey: "CSSMERR_CSP_UNSUPPORTED_KEY_SIZE"
        case .wrongKeyUsage: "CSSMERR_APPLETP_INVALID_KEY_USAGE"
        case .wrongUse: "CSSMERR_APPLETP_INVALID_EXTENDED_KEY_USAGE"
        case .wrongHost: "CSSMERR_APPLETP_HOSTNAME_MISMATCH"
        case .wrongAddress: "CSSMERR_APPLETP_SMIME_EMAIL_ADDRS_NOT_FOUND"
        case .denied: "CSSMERR_APPLETP_TRUST_SETTING_DENY"
        case .noSettings: "CSSMERR_TP_NOT_TRUSTED"
        case .unknownDemand: "CSSMERR_APPLETP_UNKNOWN_CRITICAL_EXTEN"
        case .weak: "CSSMERR_CSP_INVALID_DIGEST_ALGORITHM"
        case .notAuthority: "CSSMERR_APPLETP_INVALID_CA"
        case .pathTooLong: "CSSMERR_APPLETP_PATH_LEN_CONSTRAINT"
        case .noTrustedRoot, .tooComplex: "CSSMERR_TP_NOT_TRUSTED"
        }
    }
}
