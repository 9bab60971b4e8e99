// The caller that a process is to its own keychain.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyClient
import LatchkeyModel
import LatchkeyPlatform
import LatchkeyService

extension ClientIdentity {
    func caller() throws(KeychainError) -> Caller {
        switch self {
        case .caller(let caller): return caller
        case .program: return try Self.currentProgram.get()
        case .tool: return Caller(accessGroups: [try EmbeddedIdentity.current().adHocGroup, .all])
        }
    }

    /// The identity of a program does not change while it runs.
    private static let currentProgram = Result<Caller, KeychainError> { () throws(KeychainError) in
        try EmbeddedIdentity.current().caller()
    }
}
