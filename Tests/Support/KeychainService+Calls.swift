// Calls on a service as tests make them.
// SPDX-License-Identifier: Apache-2.0

package import LatchkeyModel
package import LatchkeyPlatform
package import LatchkeyService

extension KeychainService {
    /// One run of a call.
    /// - Parameters:
    ///   - permitting: the items that the user has permitted it to read.
    ///   - word: what else the user has said to it.
    package func run(
        _ request: Request, inKeychainAt path: String, from caller: Caller,
        permitting: Set<PersistentReference> = [], hearing word: UserWord = UserWord(),
        by bearer: ProofBearer = .ofThisProcess, charging memory: CallMemory = .unbounded
    ) throws(KeychainError) -> CallOutcome {
        let word = permitting.isEmpty ? word : word.adding(.permission, for: permitting)
        return try CallRunner(of: caller, on: self, by: bearer, charging: memory)
            .run(request, at: .file(path), hearing: word)
    }

    /// A call for which nobody is asked.
    @discardableResult
    package func perform(
        _ request: Request, inKeychainAt path: String, from caller: Caller
    ) throws(KeychainError) -> Reply {
        switch try run(request, inKeychainAt: path, from: caller) {
        case .done(let reply): return reply
        case .needsPermission, .needsProof: throw .nobodyToAsk
        }
    }
}
