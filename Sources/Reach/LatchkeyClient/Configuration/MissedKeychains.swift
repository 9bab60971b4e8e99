// Says of a search that there are keychains which were not searched.
// SPDX-License-Identifier: Apache-2.0

import CLatchkeyLinux
import LatchkeyModel
import LatchkeyPlatform
import Synchronization

/// What a user stored before the daemon came is not there for programs behind it, and what has moved to it is not there
/// for programs that run without; nothing else would tell them.
final class MissedKeychains: Sendable {
    private let configuration: ClientConfiguration
    private let isProgram: Bool
    /// What there is, once it was looked for.
    private let found = Mutex<Missed?>(nil)

    private enum Missed {
        case nothing
        /// They are in the home, and a daemon is asked.
        case beforeDaemon
        /// They have moved to a daemon, and none is asked.
        case behindDaemon
        /// The same, and a program has made others of their names since.
        case besideNewer
    }

    init(of configuration: ClientConfiguration, isProgram: Bool) {
        self.configuration = configuration
        self.isProgram = isProgram
    }

    /// The error of a search that found nothing, with a hint if there are such keychains. Of a program the log hears so
    /// once.
    func explaining(_ error: KeychainError) -> KeychainError {
        let (missed, isFirst) = found.withLock { known in
            if let known { return (known, false) }
            let missed = look()
            known = missed
            return (missed, true)
        }
        switch missed {
        case .nothing: return error
        case .besideNewer:
            return error.with(
                hint:
                    "an older file of a keychain is kept, whose items moved to a daemon that is not asked; `latchkey doctor` says which"
            )
        case .beforeDaemon:
            if isFirst, isProgram {
                unsafe latchkey_log(
                    "latchkey: nothing was found behind the daemon, and keychains from before it are in the home of the user; run `latchkey adopt`"
                )
            }
            return error.with(
                hint:
                    "keychains from before the daemon are in your home, and programs do not see them; run `latchkey adopt`"
            )
        case .behindDaemon:
            if isFirst, isProgram {
                unsafe latchkey_log(
                    "latchkey: nothing was found, and keychains of the home of the user have moved to a daemon that is not asked; see `latchkey doctor`"
                )
            }
            return error.with(
                hint:
                    "keychains of your home have moved to the daemon, which is not asked; `latchkey adopt --undo` brings the old ones back"
            )
        }
    }

    private func look() -> Missed {
        if !configuration.unadopted.isEmpty { return .beforeDaemon }
        if !configuration.movedAway.isEmpty { return .behindDaemon }
        return configuration.hasOlderFiles ? .besideNewer : .nothing
    }
}

extension KeychainError {
    /// The same with a hint, unless it has one.
    fileprivate func with(hint: ErrorWords) -> KeychainError {
        guard self.hint == nil else { return self }
        return KeychainError(code, saying: operation, hint: hint, cause: cause)
    }
}
