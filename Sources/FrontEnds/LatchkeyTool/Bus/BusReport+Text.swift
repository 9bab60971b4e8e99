// What programs on the session bus may do, and did, for a user.
// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
package import LatchkeyModel
import LatchkeyTooling

extension BusReport {
    /// Whether programs are kept apart, and what that means: before everything else.
    package var standing: String {
        guard isDaemonOfSystem else {
            return
                "Programs are not kept apart: this keychain daemon is of one user (keychaind --user), and every program of yours can reach what it keeps. The mode is \(mode.rawValue)."
        }
        switch mode {
        case .enforce:
            return "Programs are kept apart (mode enforce): each has its own items, and you decide about all others."
        case .compat:
            return
                "Programs are not kept apart (mode compat): all programs without a signature have their items in common; signed programs, Flatpaks and snaps have their own."
        case .observe:
            return
                "Programs are not kept apart (mode observe): every program can read every item; what the mode enforce would have stopped is listed below."
        }
    }

    /// One fact a line. Names come from files of others, and are shown without what a terminal would obey.
    package var text: String {
        var lines = [standing]
        lines += problems.map { "problem: \($0.visible)" }
        lines += decisions.map { decision in
            "\(decision.isAllowed ? "allowed" : "denied"): \(decision.program.visible) on \(decision.owner.visible)"
        }
        lines += events.map { event in
            let times = event.count == 1 ? "once" : "\(event.count) times"
            let path = event.path.isEmpty ? "" : " (\(event.path.visible))"
            return
                "\(event.kind.words): \(event.program.visible)\(path) on \(event.owner.visible), \(times), last \(Self.date(event.last))"
        }
        return lines.map { $0 + "\n" }.joined()
    }

    /// ISO 8601 in UTC.
    fileprivate static func date(_ seconds: UInt64) -> String {
        // Years that a calendar has.
        Date(timeIntervalSince1970: Double(min(seconds, 253_402_300_799))).formatted(.iso8601)
    }

    /// One object, with its keys in order.
    package var json: String? {
        struct Body: Encodable {
            struct Decision: Encodable { let program, owner, verdict: String }
            struct Event: Encodable { let kind, program, path, owner, first, last: String, count: UInt64 }
            let mode: String
            let programsAreKeptApart: Bool
            let standing: String
            let problems: [String]
            let decisions: [Decision]
            let events: [Event]
        }
        let body = Body(
            mode: mode.rawValue, programsAreKeptApart: keepsProgramsApart, standing: standing, problems: problems,
            decisions: decisions.map {
                Body.Decision(program: $0.program, owner: $0.owner, verdict: $0.isAllowed ? "allowed" : "denied")
            },
            events: events.map {
                Body.Event(
                    kind: $0.kind.words, program: $0.program, path: $0.path, owner: $0.owner,
                    first: Self.date($0.first), last: Self.date($0.last), count: $0.count)
            })
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes, .prettyPrinted]
        guard let data = try? encoder.encode(body) else { return nil }
        return String(decoding: data, as: UTF8.self)
    }
}

extension BusReport.Event.Kind {
    fileprivate var words: String {
        switch self {
        case .read: "read"
        case .refused: "refused"
        case .asked: "asked"
        }
    }
}
