// What a bus says of its names.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyBus
import LatchkeyModel
import LatchkeyPlatform
import LatchkeyPolicy

extension BusPeers {
    enum Question {
        case match
        case names
        case process(of: String)
        case credentials(of: String)
        /// The last word before a caller is taken for its process.
        case confirmation(of: String)

        fileprivate var member: String {
            switch self {
            case .match: "AddMatch"
            case .names: "ListNames"
            case .process, .confirmation: "GetConnectionUnixProcessID"
            case .credentials: "GetConnectionCredentials"
            }
        }

        fileprivate var arguments: [BusValue] {
            switch self {
            case .match: [.string(BusDriver.ownerMatch)]
            case .names: []
            case .process(let name), .credentials(let name), .confirmation(let name): [.string(name)]
            }
        }
    }

    enum Answer {
        case values([BusValue])
        /// The bus does not say: there is no such name any more.
        case refused
        /// The question could not be sent, or no answer has come in time.
        case none

        init(_ result: Result<[BusValue], BusFailure>, by sender: String) {
            guard sender == BusDriver.name else {
                self = .none
                return
            }
            switch result {
            case .success(let values): self = .values(values)
            case .failure: self = .refused
            }
        }

        fileprivate var values: [BusValue]? {
            switch self {
            case .values(let values): values
            case .refused, .none: nil
            }
        }
    }

    /// Milliseconds until the same is asked again for the first time; each time after that it is four times as long.
    private static let firstPause: UInt64 = 100

    func ask(_ question: Question) {
        let number = calling.call(
            question.member, of: BusDriver.name, at: BusDriver.path, in: BusDriver.name, question.arguments)
        asked[number] = question
    }

    /// Asks what was not answered.
    func askAgain(_ now: UInt64) {
        guard repeated.contains(where: { $0.due <= now }) else { return }
        let ready = repeated.filter { $0.due <= now }
        repeated.removeAll { $0.due <= now }
        for (_, question) in ready { ask(question) }
    }

    private func askLater(_ question: Question, asked times: Int) {
        repeated.append((clock() + Self.firstPause << UInt64(2 * (times - 1)), question))
    }

    func changed(_ change: (name: String, old: String, new: String)) {
        guard !change.new.isEmpty else {
            appearances.left(change.name)
            peers[change.name] = nil
            strangers.remove(change.name)
            return
        }
        appeared(change.name)
    }

    /// There is a name of which nothing is known.
    func appeared(_ name: String) {
        if keepsProgramsApart, appearances.appeared(name) { ask(.process(of: name)) }
    }

    func take(_ answer: Answer, to question: Question) {
        switch question {
        case .match: if case .none = answer { askLater(.match, asked: 1) }
        case .names:
            // Without it who calls is asked for then.
            for name in answer.values.flatMap(BusDriver.names) ?? [] { appeared(name) }
        case .process(let name): takeProcess(answer, of: name)
        case .credentials(let name):
            guard let peer = peers[name] else { return }
            guard let credentials = answer.values.flatMap(BusDriver.Credentials.init), credentials.user == user,
                let process = PeerProcess(numbered: credentials.process, by: credentials.descriptor?.number),
                process.userID == user
            else { return settle(peer, Self.unknown("the bus does not say which process of the user is calling")) }
            peer.process = processes.shared(process)
            look(at: peer, clock())
        case .confirmation(let name):
            guard let peer = peers[name] else { return }
            confirm(peer, answer.values.flatMap(BusDriver.process))
        }
    }

    private func takeProcess(_ answer: Answer, of name: String) {
        switch answer {
        case .none:
            if let times = appearances.missedAnswer(about: name) { askLater(.process(of: name), asked: times) }
        case .refused: appearances.saw(name, process: 0, execution: nil)
        case .values(let values):
            var execution: UInt64?
            var number = BusDriver.process(in: values) ?? 0
            if let process = PeerProcess(numbered: number) {
                // If execs are kept and this one is not known, the name is no process's.
                do throws(KeychainError) { execution = try identifier.execution(of: process) } catch { number = 0 }
            }
            appearances.saw(name, process: max(number, 0), execution: execution)
        }
    }
}
