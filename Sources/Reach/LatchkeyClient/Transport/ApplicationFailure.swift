// Why a path cannot be put on an access list.
// SPDX-License-Identifier: Apache-2.0

package enum ApplicationFailure: Error, Hashable, Sendable {
    case missing, notExecutable, brokenEntitlements, notEmbedded, unreadable, brokenSignature

    package var message: String {
        switch self {
        case .missing: "there is no such program; give the path of an executable file"
        case .notExecutable: "this is no executable file; give the path of the program itself"
        case .brokenEntitlements: "the program has no identity, because the .entitlements file beside it cannot be read"
        case .unreadable: "there is no such program, or it cannot be read; give the path of an executable file"
        case .brokenSignature: "the program has no identity, because its signature does not hold"
        case .notEmbedded: "only the keychain in this process can name programs, and a daemon is configured"
        }
    }
}
