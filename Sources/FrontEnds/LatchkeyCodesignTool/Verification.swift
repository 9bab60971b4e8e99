// Whose signatures count for this call of the tool.
// SPDX-License-Identifier: Apache-2.0

import Glibc
import LatchkeySignature

struct Verification {
    private let verifier: SignatureVerifier

    /// A directory that was named may belong to root or to who calls.
    init(_ options: Options) {
        let teams = options.teamsDirectory.map { directory in
            let own = TeamRoots(directory: directory, owner: geteuid())
            return own.isTrustworthy ? own : TeamRoots(directory: directory, owner: 0)
        }
        verifier = SignatureVerifier(teams: teams ?? .system)
    }

    func verdict(of descriptor: CInt) -> SignatureVerdict { verifier.verify(descriptor, at: Today.seconds) }
}

/// Now.
enum Today {
    /// Since 2001-01-01 UTC.
    static var seconds: Double {
        var now = timespec()
        unsafe clock_gettime(CLOCK_REALTIME, &now)
        return Double(now.tv_sec) - 978_307_200
    }
}
