// Why a file has no signature that counts.
// SPDX-License-Identifier: Apache-2.0

package import LatchkeyTrust

/// The first thing that was found to be wrong. Everything from the file is untrusted if there is a problem.
package enum SignatureProblem: Error, Hashable, Sendable {
    /// The file could not be read.
    case unreadable(errno: CInt)
    /// A directory, a device or a pipe.
    case notAFile
    /// Somebody wrote the file while it was read.
    case changedMeanwhile
    /// There is no record at the end of the file.
    case unsigned
    /// The signature is ad hoc, and the caller takes none of these. The file was not digested.
    case adHoc
    /// What stands at the end of the file is no whole record.
    case damagedRecord
    /// What stands before the record as the pin of a script is none.
    case damagedPin
    /// The record has a version, a digest or flags that are not known.
    case unknownVersion
    /// The bytes before the record are not those that were signed.
    case digestDiffers
    /// The entitlements are no property list, or an entitlement has a type that it must not have.
    case damagedEntitlements
    /// The signature was not made over this record with the key of the certificate.
    case badSignature
    /// The certificate names no team, or another than the record.
    case wrongTeam
    /// No root of the team is installed that the certificate comes from.
    case untrustedTeam
    /// The signature is good, but stands on a file system that whoever runs the program may have brought. The file was
    /// not digested.
    case foreignFileSystem
    /// The certificate, or one that it depends on, is not good for this.
    case certificate(TrustProblem)

    /// In words, for a user or a log; nothing in it comes from the file.
    package var reason: StaticString {
        switch self {
        case .unreadable: "the file cannot be read"
        case .notAFile: "not a file"
        case .changedMeanwhile: "the file was changed while it was read"
        case .unsigned: "code object is not signed at all"
        case .adHoc: "the signature is ad hoc, and no team's"
        case .damagedRecord: "the signature record is damaged"
        case .damagedPin: "the pin of the script is damaged"
        case .unknownVersion: "the signature record has an unknown version"
        case .digestDiffers: "invalid signature (code or signature have been modified)"
        case .damagedEntitlements: "the entitlements are damaged"
        case .badSignature: "invalid signature (the record was not signed by its certificate)"
        case .wrongTeam: "the certificate is not one of the team"
        case .untrustedTeam: "the team is not trusted"
        case .foreignFileSystem:
            "a signature does not count on a file system that is mounted nosuid, which its user may have brought"
        case .certificate(let problem): problem.signatureReason
        }
    }
}

extension TrustProblem {
    fileprivate var signatureReason: StaticString {
        switch self {
        case .unreadable: "the certificate cannot be read"
        case .unreadableExtension: "an extension of a certificate cannot be read"
        case .duplicateExtension: "a certificate has an extension twice"
        case .noBasicConstraints: "a certificate of the chain does not say that it may issue the next one"
        case .wrongKeyID: "a certificate names another key of its issuer"
        case .noSubject: "a certificate names nobody"
        case .nameNotPermitted: "an authority may not issue certificates for this name"
        case .policyMissing: "a policy is demanded that the chain does not have"
        case .validTooLong: "the certificate is valid for too long"
        case .weakKey: "the key of a certificate is too short"
        case .notYetValid: "the certificate is not valid yet"
        case .expired: "the certificate has expired"
        case .wrongUse: "the certificate is not for signing code"
        case .wrongKeyUsage: "the key of a certificate is not for such signatures"
        case .wrongHost: "the certificate is for hosts"
        case .wrongAddress: "the certificate is for e-mail"
        case .denied: "a trust setting denies the certificate"
        case .noSettings: "the trust settings cannot be read"
        case .unknownDemand: "the certificate demands what is not understood"
        case .weak: "a certificate is signed with SHA-1"
        case .notAuthority: "a certificate of the chain may not issue the next one"
        case .pathTooLong: "a certificate of the chain may not have so many authorities below it"
        case .revoked: "a certificate was revoked"
        case .revocationUnknown: "nothing says that a certificate is not revoked"
        case .noTrustedRoot: "the team is not trusted"
        case .tooComplex: "the chain of certificates is too long"
        }
    }
}
