// Which rows in quarantine a user means.
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import LatchkeyModel

enum RowChoice: Hashable, Sendable, ExpressibleByArgument {
    case all
    case number(Int64)

    init?(argument: String) {
        if argument == "all" {
            self = .all
        } else if let number = Int64(argument), number > 0 {
            self = .number(number)
        } else {
            return nil
        }
    }

    /// The rows that are meant, each once, in the order of the quarantine.
    /// - Throws: `.message` for a number that no row has.
    static func rows(
        _ choices: [RowChoice], of quarantined: [Examination.Quarantined]
    ) throws(ToolFailure) -> [Examination.Quarantined] {
        for case .number(let number) in choices where !quarantined.contains(where: { $0.number == number }) {
            throw .message("no row in quarantine has the number \(number)")
        }
        return quarantined.filter { choices.contains(.all) || choices.contains(.number($0.number)) }
    }
}
