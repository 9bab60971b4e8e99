// What the user is told about programs on the bus.
// SPDX-License-Identifier: Apache-2.0

package import LatchkeyModel

extension BusPolicyState.Contents {
    package static let noRoom =
        "a decision is not kept, since there are \(BusDecisions.largestCount); forget some: `latchkey deny --forget`"

    package func report(isDaemonOfSystem: Bool, problems: [String]) -> BusReport {
        BusReport(
            mode: configuration.mode, isDaemonOfSystem: isDaemonOfSystem,
            problems: problems + (lacksRoom ? [Self.noRoom] : []),
            decisions: decisions.sorted.map {
                BusReport.Decision(
                    program: $0.pair.program, owner: $0.pair.group.owner, isAllowed: $0.verdict == .allow)
            },
            events: record.newestFirst.map {
                BusReport.Event(
                    $0.kind.reported, program: $0.pair.program, path: $0.path, owner: $0.pair.group.owner,
                    count: $0.count, first: $0.first, last: $0.last)
            })
    }
}

extension AccessGroup {
    fileprivate var owner: String { busProgram ?? rawValue }
}

extension BusEvent.Kind {
    fileprivate var reported: BusReport.Event.Kind {
        switch self {
        case .foreignRead: .read
        case .refused: .refused
        case .asked: .asked
        }
    }
}
