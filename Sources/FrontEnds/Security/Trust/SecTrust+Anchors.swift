// The roots of the system, and the older form of an evaluation on a queue.
// SPDX-License-Identifier: Apache-2.0

import Foundation
public import LatchkeyCFTypes
import LatchkeyTrust

/// The roots of the system, in the order of their file (`ca-certificates`).
///
/// - Parameter anchors: Gets an array of ``SecCertificate``.
/// - Returns: `errSecSuccess`; `errSecTrustNotAvailable` if the system has none. As on macOS.
@discardableResult
public func SecTrustCopyAnchorCertificates(_ anchors: UnsafeMutablePointer<CFArray?>) -> OSStatus {
    let roots = TrustAnchors.system.certificates()
    guard !roots.isEmpty else { return errSecTrustNotAvailable }
    unsafe anchors.pointee = NSArray(array: roots.map { SecCertificate.object(for: $0) })
    return errSecSuccess
}

/// The kind of function that gets the result of an evaluation as a type.
public typealias SecTrustCallback = (_ trust: SecTrust, _ trustResult: SecTrustResultType) -> Void

/// Evaluates on a queue. The older form of ``SecTrustEvaluateAsyncWithError(_:_:_:)``.
///
/// - Parameters:
///   - trust: What to evaluate.
///   - queue: Where the evaluation runs and `result` is called; nil for one of the system's.
///   - result: Gets the object and the result.
/// - Returns: `errSecSuccess`.
@discardableResult
public func SecTrustEvaluateAsync(
    _ trust: SecTrust, _ queue: DispatchQueue?, _ result: @escaping SecTrustCallback
) -> OSStatus {
    nonisolated(unsafe) let result = result
    (queue ?? DispatchQueue.global()).async {
        unsafe result(trust, trust.evaluate().result)
    }
    return errSecSuccess
}
