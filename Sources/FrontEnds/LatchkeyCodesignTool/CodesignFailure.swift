// Why an operation on a file was not done.
// SPDX-License-Identifier: Apache-2.0

import Glibc
package import LatchkeySignature

package enum CodesignFailure: Error, Hashable, Sendable {
    /// The words of the command line do not fit.
    case usage(String)
    /// In words, without the name of the file.
    case message(String)
    case signature(SignatureProblem)

    /// What errno says now.
    static func system(_ prefix: String = "") -> Self {
        .message(prefix + (unsafe String(cString: strerror(errno))))
    }

    package var message: String {
        switch self {
        case .usage(let text), .message(let text): text
        case .signature(.unreadable(let code)): unsafe String(cString: strerror(code))
        case .signature(let problem): "\(problem.reason)"
        }
    }
}

/// Lifts a problem of a signature.
func lifting<R>(_ body: () throws(SignatureProblem) -> R) throws(CodesignFailure) -> R {
    do {
        return try body()
    } catch {
        throw .signature(error)
    }
}
