// What the commands ask about programs on the session bus.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyModel
import LatchkeyPlatform
import LatchkeyService

extension RequestHandler {
    /// - Throws: `.notAvailable` if the daemon answers no session bus.
    func busRecords() throws(KeychainError) -> any BusRecords {
        guard let records else {
            throw KeychainError(
                .notAvailable, during: "asking about programs on the session bus",
                hint: "this daemon answers no session bus; see keychaind(8)")
        }
        return records
    }

    /// A program of the user can start the command, and then has no more than it had: only the password allows
    /// something, or takes back that something was denied.
    func decide(
        _ choice: BusChoice, for user: UInt32, provenBy password: ItemSecret?,
        at place: (service: KeychainService, path: String, isDefault: Bool)
    ) throws(KeychainError) -> Reply {
        let records = try busRecords()
        let isProved: Bool
        switch choice.verdict {
        case .allow, .forget: isProved = true
        case .deny: isProved = false
        }
        if isProved {
            // Of another one anybody could have chosen the password.
            guard place.isDefault else {
                throw KeychainError(.parameter, during: "deciding about programs on the session bus")
            }
            if homes.keepsProgramsApart, try !place.service.hasPassword(ofKeychainAt: place.path) {
                throw .nothingToProve
            }
            try place.service.prove(password, ofKeychainAt: place.path)
        }
        try records.decide(choice, for: user)
        return .done
    }
}
