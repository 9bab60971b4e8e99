// What a program knows of revoked certificates.
// SPDX-License-Identifier: Apache-2.0

import Foundation
public import LatchkeyCFTypes
import LatchkeyCertificates

/// The OCSP responses that count in an evaluation, such as a server sends with its certificate. They take the place of
/// those that were set before.
///
/// A response counts if the issuer of a certificate has signed it, or who that issuer lets answer. One that says that a
/// certificate was revoked makes the chain untrusted; what none of them says changes nothing, unless a policy of
/// ``SecPolicyCreateRevocation(_:)`` requires an answer. As on macOS.
///
/// - Parameters:
///   - trust: What to change.
///   - responseData: DER as `CFData`, or an array of such. Nil for none. One that cannot be read says nothing.
/// - Returns: `errSecSuccess`; `errSecParam` for other objects.
@discardableResult
public func SecTrustSetOCSPResponse(_ trust: SecTrust, _ responseData: CFTypeRef?) -> OSStatus {
    guard let data = responseData.map(dataObjects) ?? [] else { return errSecParam }
    let responses = data.compactMap { try? OCSPResponse(der: $0) }
    trust.change { $0.responses = responses }
    return errSecSuccess
}

/// The lists of revoked certificates that count in an evaluation. They take the place of those that were set before.
/// Apple's systems have no such call: they fetch lists themselves.
///
/// Whole lists, lists of changes and those of other issuers count by RFC 5280, if who has signed one may do so. A list
/// with a certificate of the chain makes it untrusted; what is in none changes nothing, unless a policy of
/// ``SecPolicyCreateRevocation(_:)`` requires an answer.
///
/// - Parameters:
///   - trust: What to change.
///   - lists: `CFData`, or an array of such: a list of at most 16 MiB in DER, or up to 1024 of them in
///     16 MiB of PEM (`X509 CRL`). Nil for none.
/// - Returns: `errSecSuccess`; `errSecParam` for other objects, and if one cannot be read as a list: then nothing is
///   changed.
@discardableResult
public func SecTrustSetRevocationLists(_ trust: SecTrust, _ lists: CFTypeRef?) -> OSStatus {
    guard let data = lists.map(dataObjects) ?? [] else { return errSecParam }
    var found: [RevocationList] = []
    for bytes in data {
        guard let file = try? RevocationFile(bytes), file.responses.isEmpty else { return errSecParam }
        found += file.lists
    }
    let read = found
    trust.change { $0.lists = read }
    return errSecSuccess
}

/// Takes signed certificate timestamps, such as a server sends with its certificate. They have no effect: Certificate
/// Transparency is not evaluated here.
///
/// - Parameters:
///   - trust: What they are for.
///   - sctArray: An array of `CFData`, or nil.
/// - Returns: `errSecSuccess`; `errSecParam` for other objects in the array.
@discardableResult
public func SecTrustSetSignedCertificateTimestamps(_ trust: SecTrust, _ sctArray: CFArray?) -> OSStatus {
    sctArray.map(dataObjects) ?? [] == nil ? errSecParam : errSecSuccess
}

/// The bytes of one object, or of an array of them; nil for anything else.
private func dataObjects(_ value: CFTypeRef) -> [[UInt8]]? {
    objects(of: NSData.self, in: value).map { $0.map(\.octets) }
}

/// True if it is known of every certificate of the chain but the last that it is not revoked; absent else.
public let kSecTrustRevocationChecked: CFString = "TrustRevocationChecked"

/// Why a certificate of the chain was revoked, the number of a CRLReason (RFC 5280, section 5.3.1); absent if none was.
public let kSecTrustRevocationReason: CFString = "TrustRevocationReason"

/// Until when it is said that no certificate of the chain is revoked, a date; present with
/// ``kSecTrustRevocationChecked``.
public let kSecTrustRevocationValidUntilDate: CFString = "TrustRevocationValidUntilDate"
