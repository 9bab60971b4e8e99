// Calls that wait.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyBus
import LatchkeyModel
import LatchkeyPlatform
import LatchkeyPolicy

extension SecretService {
    /// Of a program, over all its connections, and of all.
    static let mostHeldCallsOfProgram = 64
    private static let mostHeldCalls = 1024

    /// Keeps a call until the user has answered, but not longer than its client waits.
    func hold(
        _ call: BusCall, _ purpose: HeldCall.Purpose, for caller: ServiceCaller,
        asking subject: ServiceQuestion.Subject, key: QuestionKey
    ) throws(BusFailure) {
        let deadline = now &+ HeldCall.longestWait
        try keep(
            HeldCall(
                call: call, principal: caller.principal, purpose: purpose, deadline: deadline, waitsFor: key))
        ask(key, subject, for: caller, waiter: .call(call.number))
    }

    func keep(_ held: HeldCall) throws(BusFailure) {
        let (name, number) = (held.call.sender, held.call.number)
        let own = heldCalls.values.count { $0.principal.share == held.principal.share }
        guard heldCalls[number] == nil, clients[name] != nil, own < Self.mostHeldCallsOfProgram,
            heldCalls.count < Self.mostHeldCalls
        else { throw .limitsExceeded("too many calls wait") }
        heldCalls[number] = held
        clients[name]?.heldCalls.insert(number)
    }

    /// Nobody waits for it any more.
    func takeHeld(_ number: UInt64) -> HeldCall? {
        guard let held = heldCalls.removeValue(forKey: number) else { return nil }
        clients[held.call.sender]?.heldCalls.remove(number)
        return held
    }

    /// The user has not answered in time. An answer that comes later counts for items, and for nothing else: the client
    /// has been told that nothing was done.
    func expire(_ number: UInt64, _ held: HeldCall) {
        guard takeHeld(number) != nil else { return }
        stopWaiting(.call(number), for: held.waitsFor, isLate: true)
        sending.refuse(held.call, held.refusal)
    }

    /// The user has answered.
    func finishHeld(_ number: UInt64, isAgreed: Bool) {
        guard let held = takeHeld(number) else { return }
        do throws(BusFailure) {
            guard isAgreed else { throw held.refusal }
            sending.answer(held.call, try finish(held))
        } catch {
            sending.refuse(held.call, error)
        }
    }

    private func finish(_ held: HeldCall) throws(BusFailure) -> [BusValue] {
        let caller = ServiceCaller(name: held.call.sender, principal: held.principal)
        // Another program may have the connection by now.
        guard clients[caller.name]?.principal == held.principal else { throw held.refusal }
        switch held.purpose {
        case .secret(let number, let key):
            guard let session = sessions[number], session.owner == caller.name else { throw .noSession }
            guard let collection = table[named: key.collection],
                let seen = try seen(key.number, in: collection, by: caller, opening: .secret)
            else { throw .unknownObject }
            guard seen.isFull else { throw .isLocked }
            let path = ObjectPath.session(number).text
            return [try message(of: seen, in: session, at: path, for: caller).busValue]
        case .label(let name, let label):
            guard let collection = table[named: name] else { throw .unknownObject }
            try rename(collection, to: label)
            return []
        case .setDefault(let name, let prover):
            guard table[named: name] != nil else { throw .noSuchObject }
            // Meanwhile another keychain may be the default, or have a password.
            guard try self.prover(ofDefault: name) == prover else { throw held.refusal }
            do throws(KeychainError) { try table.setDefault(to: name) } catch { throw BusFailure(error) }
            return []
        case .work: return []
        }
    }
}
