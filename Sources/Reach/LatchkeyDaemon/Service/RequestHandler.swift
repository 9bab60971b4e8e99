// One request of one program: may it, where is the keychain, what is the answer.
// SPDX-License-Identifier: Apache-2.0

import Glibc
import LatchkeyModel
import LatchkeyPlatform
import LatchkeyService
import LatchkeyWire
import Synchronization

package struct RequestHandler: Sendable {
    package let homes: KeychainHomes
    package let identifier: any PeerIdentifying
    let records: (any BusRecords)?
    private let programs = KnownPrograms()

    /// - Parameter records: nil if the daemon answers no session bus.
    package init(homes: KeychainHomes, identifier: any PeerIdentifying, records: (any BusRecords)? = nil) {
        self.homes = homes
        self.records = records
        self.identifier = identifier
    }

    /// Finds out who has connected.
    func identify(_ peer: PeerProcess) throws(KeychainError) -> Known {
        try homes.requireServed(peer.userID)
        let executable = try peer.executable()
        let known = Known(executable: executable, identity: try identifier.identity(of: executable, in: peer))
        programs.note(IdentityReport(peer, executable, known.identity))
        return known
    }

    /// Whether a program that was refused may say who it is: the daemon of one user cannot look at a process that is
    /// kept from debuggers.
    func takesIntroduction(of peer: PeerProcess) -> Bool {
        !homes.keepsProgramsApart && homes.serves(peer.userID) && peer.isHidden
    }

    /// Who a program is by its own word, as in a keychain without a daemon.
    /// - Throws: `.missingEntitlement` for any other request, and for a path that leads to no file.
    func introduce(_ peer: PeerProcess, by body: UnsafeRawBufferPointer) throws(KeychainError) -> Known {
        try homes.requireServed(peer.userID)
        let addressed = unsafe try WireCoder.decode(
            AddressedRequest.self, from: body, atMost: WireLimits.largestValueCount)
        guard case .introduction(let path) = addressed.request, path.first == UInt8(ascii: "/"), !path.contains(0),
            let file = PeerExecutable.File(atPath: path.map { CChar(bitPattern: $0) } + [0]),
            file.mode & S_IFMT == S_IFREG
        else {
            throw KeychainError(
                .missingEntitlement, during: "finding out which program is calling",
                hint: "the keychain daemon may not look at this process, and it has not said which file it runs")
        }
        let executable = PeerExecutable(path: path, file: file)
        return Known(
            executable: executable, identity: try identifier.statedIdentity(of: executable, user: peer.userID))
    }

    /// What a request comes to.
    enum Outcome: Sendable {
        case reply(Reply)
        case needsPermission(PermissionNeed, KeychainService)
        case needsProof(ProofNeed, KeychainService, isDefault: Bool)
        /// The program has ended a context.
        case endsContext(ContextIdentifier)
        /// Nothing was done: the request waits for its turn first.
        case waitsForTurn
        /// The calls of an agent.
        case waitsForQuestion
        case asksWhetherOpen(UInt64, isShown: Bool)
        case answersQuestion(UInt64, PermissionAnswer)
    }

    /// What the user is asked.
    func question(for need: PermissionNeed, from known: Known, _ peer: PeerProcess) -> PermissionQuestion {
        PermissionQuestion(need, of: peer, known) { programs.program(of: $0, user: peer.userID) }
    }

    func question(for need: ProofNeed, from known: Known, _ peer: PeerProcess) -> PermissionQuestion {
        PermissionQuestion(
            need, from: IdentityReport(peer, known.executable, known.identity),
            startedBy: known.identity.origin == .tool ? peer.pathOfParent : "")
    }

    /// A program that was identified.
    final class Known: Sendable {
        let executable: PeerExecutable
        let identity: PeerIdentity
        /// What its user has proved over this connection.
        let adoption = AdoptionProof()
        /// When that was last found to be so, in milliseconds of the monotonic clock.
        fileprivate let checked = Atomic(monotonicMilliseconds())

        init(executable: PeerExecutable, identity: PeerIdentity) {
            self.executable = executable
            self.identity = identity
        }
    }

    /// Milliseconds for which a program that calls is not looked at again: whether it is traced, and what it has loaded
    /// since.
    private static let trustedFor: UInt64 = 250

    /// - Throws: `.missingEntitlement` for a program that is not what it was when it connected.
    func requireStill(_ known: Known, _ peer: PeerProcess) throws(KeychainError) {
        // Its word cannot be compared with anything.
        if known.identity.evidence == .stated { return }
        try peer.requireStill(known.executable)
        guard try identifier.execution(of: peer) == known.identity.execution else { throw .otherExecution }
        let now = monotonicMilliseconds()
        guard now >= known.checked.load(ordering: .relaxed) + Self.trustedFor else { return }
        // Its file may have been replaced or deleted since.
        guard try peer.executable() == known.executable,
            try identifier.identity(of: known.executable, in: peer) == known.identity
        else {
            throw KeychainError(
                .missingEntitlement, during: "comparing the calling program with the one that connected",
                hint: "its signature, or what its team may do, has changed; start the program again")
        }
        known.checked.store(now, ordering: .relaxed)
    }

    /// - Parameter said: what the user has said to this request.
    /// - Parameter turn: that of the request, which waits for it if none is free.
    /// - Parameter memory: what the call may hold until it is answered.
    func answer(
        _ body: UnsafeRawBufferPointer, from known: Known, _ client: ClientConnection, hearing said: UserWord,
        charging memory: CallMemory, in turn: inout RequestTurn
    ) throws(KeychainError) -> Outcome {
        let peer = client.peer
        let addressed = unsafe try WireCoder.decode(
            AddressedRequest.self, from: body, atMost: WireLimits.largestValueCount)
        // Before anything that is done again when the turn has come.
        guard turn.take(for: addressed.request) else { return .waitsForTurn }
        try requireStill(known, peer)
        guard try turn.begin() else { return .waitsForTurn }
        try addressed.request.requirePermitted(to: known)
        switch addressed.request {
        case .identity(let process): return .reply(.identity(try report(on: process, to: known, peer)))
        case .introduction: return .reply(.done)
        case .nextQuestion: return .waitsForQuestion
        case .isQuestionOpen(let number, let isShown): return .asksWhetherOpen(number, isShown: isShown)
        case .answerQuestion(let number, let answer): return .answersQuestion(number, answer)
        case .endContext(let context):
            homes.endContext(context, of: peer, known.identity.caller)
            return .endsContext(context)
        case .add, .copy, .update, .delete, .addIdentity, .copyIdentities, .updateIdentities, .deleteIdentities,
            .deleteIdentity, .addKeyPair, .makeKey, .useKey, .sealedData, .accessList, .setAccessList, .create,
            .destroy, .lock, .unlock, .changePassword, .status, .set, .examine, .quarantinedRow, .restoreRow,
            .discardRow, .presence, .evaluate, .beginBackup, .beginRestore, .transfer, .survey, .adopt:
            break
        case .busReport: return .reply(.busReport(try busRecords().report(for: peer.userID)))
        case .decideOnBus(let choice, let password):
            let place = try homes.place(of: addressed.keychain.path, for: peer.userID, byTool: true)
            return .reply(try decide(choice, for: peer.userID, provenBy: password, at: place))
        }
        let mayAdminister = known.identity.mayAdminister
        let place = try homes.place(of: addressed.keychain.path, for: peer.userID, byTool: mayAdminister)
        // Names of keychains that are not there would take the room of those that are, and end nothing.
        func isThere() -> Bool { unsafe access(place.path, F_OK) == 0 }
        if case .lock = addressed.request, mayAdminister || isThere() {
            if !mayAdminister {
                try homes.locks.take(of: place.path, by: peer.userID, at: monotonicMilliseconds())
            }
            records?.forgetManagers(of: peer.userID)
        }
        if mayAdminister, addressed.request.makesKeychain, !place.isDefault, !isThere() {
            try homes.requireRoom(for: place.path, of: peer.userID)
        }
        if !mayAdminister, addressed.request.traits.effect == .adds, !place.isDefault {
            // Each would stay open, and be somebody's to take away again.
            guard isThere() else {
                throw KeychainError(
                    .noSuchKeychain, during: "adding to a keychain", hint: "make it with `security create-keychain`")
            }
        }
        if addressed.request.crossesPrograms(of: peer.userID), homes.keepsProgramsApart,
            try !place.service.hasPassword(ofKeychainAt: place.path)
        {
            throw .nothingToProve
        }
        let runner = CallRunner(
            of: known.identity.caller, on: place.service,
            by: ProofBearer(process: peer.processID, connection: client.token), charging: memory)
        var said = said
        if case .adopt(let items, let password?, _) = addressed.request {
            // The password has unlocked it as well.
            if try proveAdoption(by: password, for: peer.userID, noting: known.adoption) {
                homes.noteChange(of: peer.userID)
            }
            said = said.adding(.permission, for: adoptable(items, atDefault: place.isDefault))
        }
        let outcome: CallOutcome
        do throws(KeychainError) {
            outcome = try runner.run(addressed.request, at: addressed.keychain.renamed(place.path), hearing: said)
        } catch {
            // Whoever deletes what has gone already wants it gone.
            if addressed.request.endsDefault, error.code == .noSuchKeychain {
                homes.forgetCollection(place.path, of: peer.userID)
            }
            throw error
        }
        switch outcome {
        case .done(.adoption(let outcomes)):
            guard case .adopt(let items, _, _) = addressed.request else { return .reply(.adoption(outcomes)) }
            return .reply(.adoption(explained(outcomes, of: items, atDefault: place.isDefault)))
        case .done(.survey(let survey)):
            return .reply(.survey(survey.keeping(programsApart: homes.keepsProgramsApart)))
        case .done(let reply):
            if addressed.request.endsDefault { homes.forgetCollection(place.path, of: peer.userID) }
            if addressed.request.changesLocks { homes.noteChange(of: peer.userID) }
            return .reply(reply)
        case .needsPermission(let need): return .needsPermission(need, place.service)
        case .needsProof(let need): return .needsProof(need, place.service, isDefault: place.isDefault)
        }
    }
}

extension KeychainError {
    static let otherExecution = KeychainError(
        .missingEntitlement, during: "comparing the calling program with the one that connected",
        hint: "the process has executed a program since it connected")

    /// Anybody could answer for a keychain that has no password: a program that asks, by an agent that it starts
    /// itself.
    static let nothingToProve = KeychainError(
        .interactionNotAllowed, during: "deciding about an item of another program",
        hint:
            "the keychain has no password, so that nobody can prove to be the user; set one: `security set-keychain-password`"
    )
}

extension RequestHandler {
    /// Who a program is, as this daemon sees it.
    /// - Parameter process: another process of the same user, for a tool; nil for the calling one.
    private func report(
        on process: Int32?, to known: Known, _ peer: PeerProcess
    ) throws(KeychainError) -> IdentityReport {
        guard let process, process != peer.processID else {
            return IdentityReport(peer, known.executable, known.identity)
        }
        guard known.identity.mayAdminister, let other = PeerProcess(numbered: process),
            other.userID == peer.userID || peer.userID == 0
        else {
            throw KeychainError(
                .parameter, during: "looking for a process", hint: "there is no process of yours with this number")
        }
        var executable: PeerExecutable?
        do throws(KeychainError) {
            let found = try other.executable()
            executable = found
            return IdentityReport(other, found, try identifier.identity(of: found, in: other))
        } catch {
            return IdentityReport(other, executable, refusal: error)
        }
    }
}

extension IdentityReport {
    init(_ process: PeerProcess, _ executable: PeerExecutable, _ identity: PeerIdentity) {
        self.init(
            processID: process.processID, userID: process.userID, executable: executable.printable,
            origin: identity.origin, evidence: identity.evidence,
            applicationIdentifier: identity.caller.applicationIdentifier,
            accessGroups: identity.caller.accessGroups, withheldGroups: identity.withheldGroups)
    }

    fileprivate init(_ process: PeerProcess, _ executable: PeerExecutable?, refusal: KeychainError) {
        self.init(
            processID: process.processID, userID: process.userID, executable: executable?.printable ?? "",
            origin: nil, applicationIdentifier: nil, accessGroups: [], refusal: refusal.hint ?? refusal.operation)
    }
}

extension Request {
    /// Whether the keychain is not the default of the session buses any more, if it was: it is gone, or another one.
    fileprivate var endsDefault: Bool {
        code == .create || code == .destroy
    }

    /// Whether it makes a keychain that is not there.
    fileprivate var makesKeychain: Bool {
        if case .create = self { return true }
        return traits.effect == .adds
    }

    /// - Throws: `.missingEntitlement` if a program is not the user's to do this with a whole keychain.
    fileprivate func requirePermitted(to known: RequestHandler.Known) throws(KeychainError) {
        let identity = known.identity
        switch traits.mayBeMadeBy {
        case .everyProgram: return
        case .mover:
            guard identity.mayAdminister, known.executable.name == OwnTools.mover else {
                throw KeychainError(
                    .missingEntitlement, during: "deciding a call that moves a keychain",
                    hint: "the daemon takes this from the command `latchkey` alone")
            }
        case .agent:
            guard identity.origin == .tool else {
                throw KeychainError(
                    .missingEntitlement, during: "deciding a call of a program that asks the user",
                    hint: "the daemon gives its questions to the command `latchkey` alone")
            }
        case .tools:
            guard identity.mayAdminister else {
                throw KeychainError(
                    .missingEntitlement, during: "deciding a call on a whole keychain",
                    hint: "the daemon takes this from the commands `security` and `latchkey` alone")
            }
        }
    }
}

extension Request {
    /// Whether it takes the keychain's password, since it gives what one program has to another, or writes it. Root
    /// backs up what it has without one: it could take the file as well.
    fileprivate func crossesPrograms(of user: UInt32) -> Bool {
        switch self {
        case .setAccessList: true
        case .beginBackup, .beginRestore: user != 0
        case _: false
        }
    }

    /// Whether a keychain may be locked, unlocked, there or gone afterwards that was not before.
    fileprivate var changesLocks: Bool {
        switch self {
        // The password that a backup takes unlocks.
        case .lock, .unlock, .create, .destroy, .beginBackup, .beginRestore: true
        case _: false
        }
    }
}
