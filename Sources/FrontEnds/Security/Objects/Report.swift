// How a call that answers with an object says what went wrong.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import LatchkeyCFTypes

/// Leaves an error where the caller wants one; the caller owns it.
func report(_ status: OSStatus, _ message: String, to error: UnsafeMutablePointer<Unmanaged<CFError>?>?) {
    guard let error = unsafe error else { return }
    unsafe error.pointee = .passRetained(NSError(status: status, message))
}

extension NSError {
    /// An error with the texts that those of Apple's systems have: under `kCFErrorDescriptionKey` what was being done,
    /// and the description that Foundation there makes of it.
    convenience init(status: OSStatus, _ message: String) {
        self.init(
            domain: NSOSStatusErrorDomain, code: Int(status),
            userInfo: [
                kCFErrorDescriptionKey as String: message,
                NSLocalizedDescriptionKey:
                    "The operation couldn’t be completed. (OSStatus error \(status) - \(message))",
            ])
    }
}
