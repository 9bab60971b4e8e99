// What a program overlooks of one chain.
// SPDX-License-Identifier: Apache-2.0

import Foundation
public import LatchkeyCFTypes
import LatchkeyTrust

/// What would have to be overlooked for the certificate to be trusted, for ``SecTrustSetExceptions(_:_:)``.
///
/// The exceptions are bound to this very chain, and to what is wrong with it now. Overlooked can be that a certificate
/// has expired, or that it is not valid yet; the extended key usage, for every use from then on; host and e-mail
/// address; a signature over SHA-1; and that nobody trusts the last certificate of the chain, also because its issuer
/// is missing or one of that name has not signed it: then the chain ends there, and its last certificate vouches for
/// the others. What is denied by a trust setting, revoked, damaged, or signed by who may not, is never trusted.
/// Exceptions that were set have no influence. As on Apple's systems otherwise.
///
/// - Parameter trust: What to evaluate.
/// - Returns: bytes of this project's own form, which hold digests of certificates and no names.
public func SecTrustCopyExceptions(_ trust: SecTrust) -> CFData? {
    Data(trust.neededExceptions().encoded) as NSData
}

/// Overlooks what a user has decided to overlook. A certificate that is trusted for that alone has the result
/// `.proceed`.
///
/// Exceptions count for every host: a program asks for the host that a user saw, and keeps them for that host.
///
/// - Parameters:
///   - trust: What to change.
///   - exceptions: What ``SecTrustCopyExceptions(_:)`` gave, or nil to overlook nothing.
/// - Returns: false for nil, for other bytes, and for exceptions of another certificate: then nothing is overlooked.
@discardableResult
public func SecTrustSetExceptions(_ trust: SecTrust, _ exceptions: CFData?) -> Bool {
    let found = exceptions.flatMap { TrustExceptions(decoding: $0.octets) }
    let fitting = trust.current.certificates.first.flatMap { certificate in
        found.flatMap { $0.begin(with: certificate.content) ? $0 : nil }
    }
    trust.change { $0.exceptions = fitting }
    return fitting != nil
}
