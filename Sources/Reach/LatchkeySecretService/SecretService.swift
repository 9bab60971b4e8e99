// The Secret Service of one user, without the bus: calls come in, answers, signals and questions go out.
// SPDX-License-Identifier: Apache-2.0

package import LatchkeyBus
package import LatchkeyPolicy

/// Used by the thread of the bus alone; what others do comes back by ``woken()``.
package final class SecretService {
    let sending: any BusSending
    let policy: any BusPolicing
    let asking: any ServiceAsking
    let mailbox: ServiceMailbox
    let table: CollectionTable
    private let clock: () -> UInt64

    /// By unique name: whoever has called, and is still there.
    var clients: [String: ServiceClient] = [:]
    var watched = WatchedItems()
    var claimed = ClaimedItems()
    /// Open sessions by their numbers, and how many each program has.
    var sessions: [Int: ServiceSession] = [:]
    var sessionCounts: [BusShare: Int] = [:]
    var prompts: [ServicePrompt.Path: ServicePrompt] = [:]
    var heldCalls: [UInt64: HeldCall] = [:]
    var questions: [QuestionKey: OpenQuestion] = [:]
    /// Of questions, and of work on other threads, by the tickets that bring it back.
    var questionTickets: [Int: QuestionKey] = [:]
    var workTickets: [Int: UInt64] = [:]
    /// Of keychains that are being made with a password that a client gave.
    var workNames: [Int: KeychainName] = [:]
    /// Refusals of the user, until when nobody is asked the same again.
    var refusals: [PermitKey: UInt64] = [:]
    /// Whether the collections that were looked at are locked, as clients have been told.
    var lockStates: [KeychainName: Bool] = [:]
    /// The time between two locks of each, by a number.
    var eras: [KeychainName: UInt64] = [:]
    /// Connections that have left; no name is given again.
    private var gone = RecentNames(capacity: 1024)
    /// What is done once the call under way has its answer.
    var afterwards: [() -> Void] = []

    /// Signals that wait for the end of a prompt, of all clients.
    var deferredCount = 0
    /// Whether a client may have to be told a list.
    var hasOutdated = false
    /// What may still be sent of lists, and since when.
    var listAllowance = ListAllowance()
    var passwordTrials = PasswordTrials()
    var idleLocks = IdleLocks()

    private var lastNumbers: (session: Int, prompt: Int, ticket: Int) = (0, 0, 0)
    /// Milliseconds of the monotonic clock.
    var now: UInt64
    private var lastLook: UInt64

    /// How old what is known of keychains may be, in milliseconds: other processes make, unlock and delete them too.
    private static let longestLook: UInt64 = 250

    /// - Parameters:
    ///   - waker: wakes the thread of the bus, which then calls ``woken()``; it is called on any thread.
    ///   - clock: milliseconds, as calls come with them.
    package init(
        sending: any BusSending, home: any ServiceHome, policy: any BusPolicing, asking: any ServiceAsking,
        clock: @escaping () -> UInt64 = MonotonicTime.milliseconds, waker: @escaping @Sendable () -> Void
    ) {
        self.sending = sending
        self.policy = policy
        self.asking = asking
        self.clock = clock
        mailbox = ServiceMailbox(waker: waker)
        table = CollectionTable(home)
        now = clock()
        lastLook = now
    }

    /// Answers a call, now or later.
    package func handle(_ call: BusCall, from principal: BusPrincipal, at now: UInt64) {
        self.now = now
        // Who has left before it was known has nobody who waits, and leaves nothing.
        guard !gone.contains(call.sender) else { return }
        lookIfDue()
        clients[call.sender, default: ServiceClient(principal)].principal = principal
        do throws(BusFailure) {
            if let values = try answer(call, from: principal) { sending.answer(call, values) }
        } catch {
            sending.refuse(call, error)
        }
        finishAfterwards()
    }

    /// A connection is gone, and with it all that was its own.
    package func left(_ name: String) {
        gone.insert(name)
        guard let client = clients.removeValue(forKey: name) else { return }
        deferredCount -= client.deferred.count
        watched.left(name)
        for number in client.sessions { endSession(number) }
        for path in client.prompts {
            guard let prompt = prompts.removeValue(forKey: path) else { continue }
            if let name = prompt.newName { table.giveBack(name) }
            stopWaiting(.prompt(path), for: prompt.waitsFor)
        }
        for number in client.heldCalls {
            guard let held = heldCalls.removeValue(forKey: number) else { continue }
            stopWaiting(.call(number), for: held.waitsFor)
        }
    }

    /// Other threads are done with something, or the state of a keychain may have changed.
    package func woken() {
        now = max(now, clock())
        let letters = mailbox.takeAll()
        look()
        for letter in letters {
            switch letter {
            case .answer(let ticket, let answer): finishQuestion(ticket, answer)
            case .done(let ticket, let error): finishWork(ticket, error)
            case .deleted(let name): retire(name)
            }
        }
        finishAfterwards()
    }

    /// Ends what has waited for too long.
    /// - Returns: milliseconds until something else has; nil if nothing waits.
    package func tick(at now: UInt64) -> UInt64? {
        self.now = now
        for (number, held) in heldCalls {
            if let deadline = held.deadline, deadline <= now { expire(number, held) }
        }
        finishAfterwards()
        sendLists()
        let next = [heldCalls.values.compactMap(\.deadline).min(), hasOutdated ? listAllowance.end : nil]
        return next.compactMap(\.self).min().map { $0 > now ? $0 - now : 0 }
    }

    private func finishAfterwards() {
        while !afterwards.isEmpty {
            let actions = afterwards
            afterwards = []
            for action in actions { action() }
        }
    }

    private func lookIfDue() {
        if now >= lastLook &+ Self.longestLook { look() }
    }

    /// Tells clients what has become of the keychains.
    func look() {
        lastLook = now
        noteCollections()
        noteLockStates()
        refusals = refusals.filter { $0.value > now }
    }

    func nextSession() -> Int {
        lastNumbers.session += 1
        return lastNumbers.session
    }

    func nextPrompt() -> Int {
        lastNumbers.prompt += 1
        return lastNumbers.prompt
    }

    func nextTicket() -> Int {
        lastNumbers.ticket += 1
        return lastNumbers.ticket
    }
}
