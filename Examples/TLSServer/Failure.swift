// What went wrong, in words.
// SPDX-License-Identifier: Apache-2.0

import Security

struct Failure: Error, CustomStringConvertible {
    let description: String

    init(doing work: String, _ status: OSStatus) {
        let message = SecCopyErrorMessageString(status, nil) as String? ?? "unknown"
        description = "\(work): \(message) (\(status))"
    }

    init(doing work: String, _ error: Unmanaged<CFError>?) {
        self.init(doing: work, error.map { OSStatus($0.takeRetainedValue().code) } ?? errSecInternalError)
    }

    init(_ description: String) { self.description = description }
}

/// - Throws: unless the status is one of success.
func check(_ status: OSStatus, while work: String) throws {
    guard status == errSecSuccess else { throw Failure(doing: work, status) }
}
