// The calls of gnome-keyring's own interface, by which scripts give passwords (reference section 13).
// SPDX-License-Identifier: Apache-2.0

import LatchkeyBus
import LatchkeyPlatform
import LatchkeyPolicy

extension SecretService {
    func changePassword(_ arguments: [BusValue], for caller: ServiceCaller) throws(BusFailure) -> [BusValue] {
        let collection = try keychain(arguments[0])
        return [.path(try makePrompt(.changePassword(collection.name), for: caller))]
    }

    private func keychain(_ value: BusValue) throws(BusFailure) -> OpenCollection {
        guard let path = value.objectPath else { throw .invalidArguments("a collection is a path") }
        let collection = try collection(at: path)
        guard collection.store.handling != nil else { throw .notSupported("the collection has no password") }
        return collection
    }

    func workWithPassword(
        _ method: ServiceMethod, _ call: BusCall, for caller: ServiceCaller
    ) throws(BusFailure) -> [BusValue]? {
        let arguments = call.arguments
        guard caller.principal.kind != .nobody else { throw .accessDenied }
        switch method {
        case .createWithMasterPassword:
            // Nobody is asked, so it must at least be known who wants it.
            guard caller.principal.doubt == nil || !policy.keepsProgramsApart else { throw .accessDenied }
            let password = try password(arguments[1], of: caller)
            let label = try Self.newCollection(arguments[0])
            try requireRoom()
            // Else any program could shut the user out of the keychain that is the default from then on.
            let name = table.freshName(for: label, mayBeLogin: !policy.keepsProgramsApart)
            guard let keychain = try? table.unmade(named: name).handling else {
                table.giveBack(name)
                throw .notSupported("no keychain can have this name")
            }
            do throws(BusFailure) {
                try work(call, .created(name), for: caller) { () throws(KeychainError) in
                    try keychain.create(label: label, password: password)
                }
            } catch {
                table.giveBack(name)
                throw error
            }
        case .unlockWithMasterPassword:
            let (collection, password) = (try keychain(arguments[0]), try password(arguments[1], of: caller))
            let state = try lifting { () throws(KeychainError) in try collection.store.state() }
            guard state.hasPassword, let keychain = collection.store.handling else { return [] }
            observe(collection, isLocked: state.isLocked)
            try work(call, .unlocked(collection.name), on: keychain, for: caller) { () throws(KeychainError) in
                try keychain.unlock(with: password)
            }
        case .changeWithMasterPassword:
            let collection = try keychain(arguments[0])
            let (old, new) = (try password(arguments[1], of: caller), try password(arguments[2], of: caller))
            let state = try lifting { () throws(KeychainError) in try collection.store.state() }
            // Else any program could shut the user out by a password that nobody knows. An empty one is none.
            guard state.hasPassword, let keychain = collection.store.handling else { throw .accessDenied }
            try work(call, .changed(collection.name), on: keychain, for: caller) { () throws(KeychainError) in
                try keychain.changePassword(from: old.count == 0 ? nil : old, to: new.count == 0 ? nil : new)
            }
        case .openSession, .createCollection, .searchEverywhere, .unlock, .lock, .getSecrets, .readAlias, .setAlias,
            .lockService, .changeLock, .deleteCollection, .searchCollection, .createItem, .deleteItem, .getSecret,
            .setSecret, .closeSession, .prompt, .dismiss, .changeWithPrompt, .getProperty, .getAllProperties,
            .setProperty, .introspect, .ping, .getMachineID:
            throw .unknownMethod
        }
        return nil
    }

    private func password(_ value: BusValue, of caller: ServiceCaller) throws(BusFailure) -> ItemSecret {
        let message = try SecretMessage(value)
        return try session(at: message.session, of: caller).decode(message)
    }

    /// Answers the call when `body` is done, on another thread.
    /// - Parameter keychain: the one whose password is tried.
    private func work(
        _ call: BusCall, _ purpose: HeldCall.PasswordWork, on keychain: (any KeychainHandling)? = nil,
        for caller: ServiceCaller,
        _ body: @escaping @Sendable () throws(KeychainError) -> Void
    ) throws(BusFailure) {
        let trial = PasswordTrials.Trial(
            share: caller.principal.share, keychain: purpose.keychain)
        switch passwordTrials.refusal(of: trial, at: now) {
        case nil: break
        case .tooMany: throw .limitsExceeded("too many passwords are tried")
        case .programWaits:
            throw .limitsExceeded("the password was not tried: the program has given a wrong one before, and waits")
        case .keychainWaits:
            throw .limitsExceeded("the password was not tried: programs have given wrong ones before, and all wait")
        }
        if let keychain, try lifting({ () throws(KeychainError) in try keychain.passwordWait() }) > 0 {
            throw .limitsExceeded("the password was not tried: the keychain waits after a wrong one")
        }
        try keep(
            HeldCall(
                call: call, principal: caller.principal, purpose: .work(purpose), deadline: nil, waitsFor: nil))
        let (ticket, mailbox) = (nextTicket(), mailbox)
        workTickets[ticket] = call.number
        passwordTrials.begin(trial, ticket)
        if case .created(let name) = purpose { workNames[ticket] = name }
        let isStarted = SystemThread.startDetached {
            do throws(KeychainError) {
                try body()
                mailbox.put(.done(ticket: ticket, nil))
            } catch {
                mailbox.put(.done(ticket: ticket, error))
            }
        }
        guard isStarted else {
            workTickets[ticket] = nil
            workNames[ticket] = nil
            passwordTrials.forget(ticket)
            _ = takeHeld(call.number)
            throw .noMemory
        }
    }

    func finishWork(_ ticket: Int, _ error: KeychainError?) {
        // Also if its client has left.
        if let name = workNames.removeValue(forKey: ticket) {
            if error == nil { noteCollections() }
            table.giveBack(name)
        }
        // Another process may have given a wrong one since it was looked whether the keychain waits.
        let isWrong = error.map { $0.code == .authFailed && !$0.isOfUntriedPassword } ?? false
        passwordTrials.end(ticket, isRight: error == nil ? true : isWrong ? false : nil, at: now)
        guard let number = workTickets.removeValue(forKey: ticket) else { return }
        guard let held = takeHeld(number), case .work(let work) = held.purpose else { return }
        if let error { return sending.refuse(held.call, BusFailure(error)) }
        switch work {
        case .unlocked, .changed: sending.answer(held.call, [])
        case .created(let name): sending.answer(held.call, [.path(CollectionName.collection(name).path)])
        }
    }
}

extension HeldCall.PasswordWork {
    /// Whose password is tried; nil for a keychain that is made.
    fileprivate var keychain: KeychainName? {
        switch self {
        case .unlocked(let name), .changed(let name): name
        case .created: nil
        }
    }
}
