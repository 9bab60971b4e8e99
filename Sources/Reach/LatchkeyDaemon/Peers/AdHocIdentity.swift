// The identity of a program without a signature: isolated from every other program.
// SPDX-License-Identifier: Apache-2.0

package import LatchkeyModel
import LatchkeySignature

/// One group for each user and path, and nothing else, so that no group of anybody else can be named.
package enum AdHocIdentity {
    package static func group(of executable: PeerExecutable, user: UInt32) -> AccessGroup {
        AccessGroup(rawValue: UnsignedProgram.identifier(ofProgramAt: executable.path, user: user))
    }
}
