// How a call that answers with an object says what went wrong.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import LatchkeyCFTypes

/// Leaves an error where the caller wants one; the caller owns it.
func report(_ status: OSStatus, _ message: String, to error: UnsafeMutablePointer<Unmanaged<CFError>?>?) {
    guard let error = unsafe error else { return }
    let failure = NSError(
        domain: NSOSStatusErrorDomain, code: Int(status), userInfo: [NSLocalizedDescriptionKey: message])
    unsafe error.pointee = .passRetained(failure)
}
