// The passwords that programs give over the bus: which are being tried, and which were wrong.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyPolicy

/// It knows of a trial until that has ended, whether its client is there or not.
struct PasswordTrials {
    struct Trial {
        /// Whose share of the works it takes.
        let share: BusShare
        /// Nil if it is being made.
        let keychain: KeychainName?
    }

    private struct Place: Hashable {
        /// Who may only be the program holds it up no more than any other one.
        let share: BusShare
        let keychain: KeychainName
    }

    /// Each takes the memory of a key derivation.
    private static let most = 4
    /// Of a program with all its connections, if nobody else's take the half of them.
    private static let mostOfProgram = 2
    /// Places of programs that are remembered, and of keychains.
    private static let mostPlaces = 1000

    /// By the tickets of their works.
    private var trials: [Int: Trial] = [:]
    private var wrong: [Place: WrongPasswords] = [:]
    private var wrongOfAll: [KeychainName: WrongPasswords] = [:]
    /// Programs that know the password, as far as they have last said, and when they have said it: the wrong ones of
    /// others hold them up no longer than the keychain does.
    private var proven: [Place: UInt64] = [:]

    enum Refusal: Hashable {
        case tooMany
        /// The program has given wrong ones.
        case programWaits
        /// Others have, too.
        case keychainWaits
    }

    /// - Returns: why a password is not tried now; nil if it is.
    func refusal(of trial: Trial, at now: UInt64) -> Refusal? {
        let own = trials.values.count { $0.share == trial.share }
        let mostOwn = trials.count - own < Self.most / 2 ? Self.mostOfProgram : 1
        guard trials.count < Self.most, own < mostOwn else { return .tooMany }
        guard let keychain = trial.keychain else { return nil }
        let others = trials.values.filter { $0.keychain == keychain }
        let ofProgram = others.count { $0.share == trial.share }
        let place = Place(share: trial.share, keychain: keychain)
        if wrong[place]?.mayTry(at: now, besides: ofProgram) == false { return .programWaits }
        if proven[place] != nil { return nil }
        if wrongOfAll[keychain]?.mayTry(at: now, besides: others.count) == false { return .keychainWaits }
        return nil
    }

    mutating func begin(_ trial: Trial, _ ticket: Int) { trials[ticket] = trial }

    /// It was not begun after all.
    mutating func forget(_ ticket: Int) { trials[ticket] = nil }

    /// - Parameter isRight: nil if it is not known.
    mutating func end(_ ticket: Int, isRight: Bool?, at now: UInt64) {
        guard let trial = trials.removeValue(forKey: ticket), let keychain = trial.keychain, let isRight else { return }
        let place = Place(share: trial.share, keychain: keychain)
        guard isRight else {
            proven[place] = nil
            Self.note(place, in: &wrong, .ofProgram, at: now)
            Self.note(keychain, in: &wrongOfAll, .ofKeychain, at: now)
            return
        }
        wrong[place] = nil
        wrongOfAll[keychain] = nil
        if proven.count >= Self.mostPlaces, let oldest = proven.min(by: { $0.value < $1.value }) {
            proven[oldest.key] = nil
        }
        proven[place] = now
    }

    private static func note<Key: Hashable>(
        _ place: Key, in all: inout [Key: WrongPasswords], _ schedule: WrongPasswords.Schedule, at now: UInt64
    ) {
        if all.count >= mostPlaces { all = all.filter { !$0.value.isOver(at: now) } }
        guard all[place] != nil || all.count < mostPlaces else { return }
        all[place, default: WrongPasswords(schedule)].add(at: now)
    }
}
