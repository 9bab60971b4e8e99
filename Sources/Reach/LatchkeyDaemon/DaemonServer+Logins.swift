// What logins tell the daemon of the system: Documentation/Design/Decisions/0037-the-login-module.md.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyModel
import LatchkeyPlatform
import LatchkeyService
import LatchkeyWire

extension DaemonServer {
    /// Does what a login wants, in a turn among those that derive keys. Which program that is does not matter, and
    /// nobody need have found it out: root alone may say it.
    func takeLogin(_ request: RequestBox, of client: ClientConnection) {
        let login: Result<LoginRequest, KeychainError>
        do throws(KeychainError) {
            login = .success(
                unsafe try request.withBody { body throws(KeychainError) in
                    unsafe try WireCoder.decode(LoginRequest.self, from: body)
                })
        } catch {
            login = .failure(error)
        }
        request.wipe()
        // One user's logins do not take the turns of another's.
        var user = client.peer.userID
        if user == 0, case .success(let login) = login { user = login.user }
        let sequence = request.header.sequence
        lineUp(turnOf: user, by: client) { [self] in answer(login, sequence, of: client) }
    }

    /// Has a worker do something for a login when its turn has come.
    private func lineUp(turnOf user: UInt32, by client: ClientConnection, _ work: @escaping WorkQueue.Job) {
        let (peer, turns) = (client.peer, turns(at: .deriving))
        let start: Turns.Start = { [self] turn in
            queue.add(
                { [self] in
                    // No worker was free for it in time.
                    guard turn.begin() else { return lineUp(turnOf: user, by: client, work) }
                    queue.stepAside(of: peer.processID, user: peer.userID)
                    work()
                    turns.give(back: turn)
                    queue.stepBack(of: peer.processID, user: peer.userID)
                }, of: peer.processID, user: peer.userID)
            return true
        }
        if let turn = turns.take(for: user) {
            _ = start(turn)
        } else {
            _ = turns.wait(for: user, process: peer.processID, connection: client.token, start)
            watchTurns()
        }
    }

    private func answer(_ login: Result<LoginRequest, KeychainError>, _ sequence: UInt32, of client: ClientConnection) {
        let answer: FrameBox
        do throws(KeychainError) {
            try handler.perform(login.get(), of: client.peer)
            answer = FrameBox(try WireCoder.frame(.reply, sequence: sequence, Reply.done))
        } catch {
            if error.code == .missingEntitlement { log.refusal(of: client, error) }
            answer = FrameBox(try? WireCoder.frame(.error, sequence: sequence, error))
        }
        finish(client) { state in
            guard let frame = answer.take() else { return false }
            begin(frame, of: client, &state)
            return continueAnswer(of: client, &state)
        }
    }
}

extension RequestHandler {
    /// - Throws: `.missingEntitlement` unless that is root of the machine, and this the daemon of the system.
    fileprivate func perform(_ login: LoginRequest, of peer: PeerProcess) throws(KeychainError) {
        guard homes.keepsProgramsApart, peer.isRootOfMachine, peer.isRunning else {
            throw KeychainError(
                .missingEntitlement, during: "unlocking the keychain of a user who logs in",
                hint: "the system's keychain daemon takes this from root alone; see pam_latchkey(8)")
        }
        let place = try homes.loginPlace(of: login.user)
        try place.service.perform(login.action, ofKeychainAt: place.path)
    }
}
