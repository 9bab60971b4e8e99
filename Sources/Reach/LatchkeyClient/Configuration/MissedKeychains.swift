// Says of a search behind the daemon that the keychains of the home were not searched.
// SPDX-License-Identifier: Apache-2.0

import CLatchkeyLinux
import LatchkeyModel
import LatchkeyPlatform
import Synchronization

/// What a user stored before the daemon came is not there for programs, and nothing else would tell them.
final class MissedKeychains: Sendable {
    private let configuration: ClientConfiguration
    private let isProgram: Bool
    /// Whether there are some, once it was looked for.
    private let areThere = Mutex<Bool?>(nil)

    init(of configuration: ClientConfiguration, isProgram: Bool) {
        self.configuration = configuration
        self.isProgram = isProgram
    }

    /// The error of a search that found nothing, with a hint if there are such keychains. Of a program the log hears so
    /// once.
    func explaining(_ error: KeychainError) -> KeychainError {
        guard configuration.socket != nil else { return error }
        let (isThere, isFirst) = areThere.withLock { known in
            if let known { return (known, false) }
            let isThere = !configuration.unadopted.isEmpty
            known = isThere
            return (isThere, true)
        }
        guard isThere else { return error }
        if isFirst, isProgram {
            unsafe latchkey_log(
                "latchkey: nothing was found behind the daemon, and keychains from before it are in the home of the user; run `latchkey adopt`"
            )
        }
        guard error.hint == nil else { return error }
        return KeychainError(
            error.code, saying: error.operation,
            hint:
                "keychains from before the daemon are in your home, and programs do not see them; run `latchkey adopt`",
            cause: error.cause)
    }
}
