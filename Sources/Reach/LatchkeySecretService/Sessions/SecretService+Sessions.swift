// Sessions: opened, used by who opened them, closed.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyBus
import LatchkeyPlatform
import LatchkeyPolicy

extension SecretService {
    /// Open sessions of all clients, and of a program with all its connections.
    private static let mostSessions = 10_000
    static let mostSessionsOfProgram = 1024

    func openSession(_ arguments: [BusValue], for caller: ServiceCaller) throws(BusFailure) -> [BusValue] {
        guard let algorithm = arguments[0].text, let input = arguments[1].contained else {
            throw .invalidArguments("an algorithm is a text")
        }
        guard sessions.count < Self.mostSessions, clients[caller.name] != nil else {
            throw .limitsExceeded("too many sessions are open")
        }
        try requireShare(of: caller.principal.share)
        switch algorithm {
        case "plain":
            guard input.text?.isEmpty == true else { throw .invalidArguments("`plain` takes an empty text") }
            return [.variant(.string("")), .path(keep(nil, for: caller))]
        case TransportKey.algorithm:
            guard let peer = input.octets else { throw .invalidArguments("the algorithm takes bytes") }
            let (key, number) = try TransportKey.agree(with: peer)
            let answer = ItemSecret(SecretBytes(copying: number))
            return [.variant(.bytes(answer)), .path(keep(key, for: caller))]
        default: throw .notSupported("the algorithm is unknown")
        }
    }

    /// Once half of all are open, a program may have an eighth of what is left.
    private func requireShare(of share: BusShare) throws(BusFailure) {
        let left = Self.mostSessions - sessions.count
        let most = left < Self.mostSessions / 2 ? min(left / 8, Self.mostSessionsOfProgram) : Self.mostSessionsOfProgram
        guard sessionCounts[share, default: 0] < most else {
            throw .limitsExceeded("too many sessions of the program are open")
        }
    }

    private func keep(_ key: TransportKey?, for caller: ServiceCaller) -> String {
        let share = caller.principal.share
        let session = ServiceSession(number: nextSession(), owner: caller.name, share: share, key: key)
        sessions[session.number] = session
        sessionCounts[share, default: 0] += 1
        clients[caller.name]?.sessions.insert(session.number)
        return ObjectPath.session(session.number).text
    }

    /// Whoever opened it leaves, or closes it.
    func endSession(_ number: Int) {
        guard let share = sessions.removeValue(forKey: number)?.share else { return }
        let left = sessionCounts[share, default: 1] - 1
        sessionCounts[share] = left > 0 ? left : nil
    }

    /// - Throws: `NoSession` for one that is not there, or another client's.
    func session(at path: String, of caller: ServiceCaller) throws(BusFailure) -> ServiceSession {
        guard case .session(let number) = ObjectPath(path), let session = sessions[number], session.owner == caller.name
        else { throw .noSession }
        return session
    }

    func answerSession(
        _ method: ServiceMethod, _ call: BusCall, at path: ObjectPath, _ number: Int, _ caller: ServiceCaller
    ) throws(BusFailure) -> [BusValue]? {
        guard let session = sessions[number] else { throw .unknownObject }
        guard case .closeSession = method else { return try answerCommon(method, call, at: path, caller) }
        guard session.owner == caller.name else { throw .accessDenied }
        endSession(number)
        clients[caller.name]?.sessions.remove(number)
        return []
    }
}
