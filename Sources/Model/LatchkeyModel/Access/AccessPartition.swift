// A kind of programs that an access list can name together.
// SPDX-License-Identifier: Apache-2.0

/// What `set-generic-password-partition-list` names, beside single programs.
package enum AccessPartition: Hashable, Sendable {
    /// Every program that this team has signed.
    case team(String)
    /// Every program that no trusted team has signed.
    case unsigned

    /// The partition of a program; nil for services, snaps and Flatpak applications, which are in none.
    package init?(ofProgram applicationIdentifier: String) {
        let team = applicationIdentifier.prefix { $0 != "." }
        guard team.utf8.count < applicationIdentifier.utf8.count else { return nil }
        self.init(text: team.hasPrefix(Self.adHocPrefix) ? Self.unsignedText : Self.teamPrefix + team)
    }

    /// - Returns: nil for text that is not ``text`` of a partition.
    package init?(text: String) {
        if text == Self.unsignedText {
            self = .unsigned
            return
        }
        guard text.hasPrefix(Self.teamPrefix) else { return nil }
        let team = String(text.dropFirst(Self.teamPrefix.count))
        let isWellFormed = team.utf8.allSatisfy { byte in
            (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte)
                || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
        }
        guard team.utf8.count == Self.teamSize, isWellFormed, !team.hasPrefix(Self.adHocPrefix) else { return nil }
        self = .team(team)
    }

    /// As macOS writes it: `teamid:` and the team, or `unsigned:`.
    package var text: String {
        switch self {
        case .team(let team): Self.teamPrefix + team
        case .unsigned: Self.unsignedText
        }
    }

    private static let teamPrefix = "teamid:"
    private static let unsignedText = "unsigned:"
    /// Length in bytes.
    private static let teamSize = 10
    /// The team of a program without a signature begins so; no team of a certificate may.
    private static let adHocPrefix = "ADHOC"
}
