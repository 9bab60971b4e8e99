// Sessions: opened, used by who opened them, closed.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyBus
import LatchkeyPlatform
import LatchkeyPolicy

extension SecretService {
    /// Open sessions of all clients.
    private static let mostSessions = 10_000

    func openSession(_ arguments: [BusValue], for caller: ServiceCaller) throws(BusFailure) -> [BusValue] {
        guard let algorithm = arguments[0].text, let input = arguments[1].contained else {
            throw .invalidArguments("an algorithm is a text")
        }
        guard sessions.count < Self.mostSessions,
            clients[caller.name].map({ $0.sessions.count < ServiceClient.mostSessions }) ?? false
        else { throw .limitsExceeded("too many sessions are open") }
        try requireShare(of: caller.principal.program)
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

    /// Once half of all are open, a program may have an eighth of what is left, over all its connections.
    private func requireShare(of program: String) throws(BusFailure) {
        let left = Self.mostSessions - sessions.count
        guard left < Self.mostSessions / 2 else { return }
        let own = clients.values.reduce(0) { $0 + ($1.principal.program == program ? $1.sessions.count : 0) }
        guard own < left / 8 else { throw .limitsExceeded("too many sessions of the program are open") }
    }

    private func keep(_ key: TransportKey?, for caller: ServiceCaller) -> String {
        let session = ServiceSession(number: nextSession(), owner: caller.name, key: key)
        sessions[session.number] = session
        clients[caller.name]?.sessions.insert(session.number)
        return ObjectPath.session(session.number).text
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
        sessions[number] = nil
        clients[caller.name]?.sessions.remove(number)
        return []
    }
}
