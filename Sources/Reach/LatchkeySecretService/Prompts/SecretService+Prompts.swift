// Prompts: made, shown, completed once.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyBus
import LatchkeyModel
import LatchkeyPlatform
import LatchkeyPolicy

extension SecretService {
    /// Prompts of all clients, and of one program with all its connections; an eighth of what others leave is for one.
    private static let mostPrompts = 4096
    private static let mostPromptsOfProgram = 256
    /// The same of the objects that they are about: the paths are kept.
    private static let mostObjects = 1 << 17
    private static let mostObjectsOfProgram = 1 << 14
    /// Objects of the first prompt of a connection, if its program has no room left.
    private static let mostObjectsOfFirst = 64

    /// - Returns: its path. It does nothing until the client says so.
    func makePrompt(_ purpose: ServicePrompt.Purpose, for caller: ServiceCaller) throws(BusFailure) -> String {
        try requireRoom(for: purpose, of: caller)
        let unlocks: Bool
        switch purpose {
        case .unlock, .existing: unlocks = true
        case .create, .delete, .changePassword: unlocks = false
        }
        let path = ServicePrompt.Path(number: nextPrompt(), unlocks: unlocks)
        prompts[path] = ServicePrompt(purpose, at: path, for: caller.name, caller.principal)
        clients[caller.name]?.prompts.insert(path)
        return path.text
    }

    private func requireRoom(for purpose: ServicePrompt.Purpose, of caller: ServiceCaller) throws(BusFailure) {
        var (own, others) = ((prompts: 0, objects: 0), (prompts: 0, objects: 0))
        for prompt in prompts.values {
            let objects = prompt.purpose.objectCount
            if prompt.principal.share == caller.principal.share {
                own = (own.prompts + 1, own.objects + objects)
            } else {
                others = (others.prompts + 1, others.objects + objects)
            }
        }
        // However many programs have much, there is a little for another one.
        let mostPrompts = max(4, min(Self.mostPromptsOfProgram, (Self.mostPrompts - others.prompts) / 8))
        let mostObjects = max(64, min(Self.mostObjectsOfProgram, (Self.mostObjects - others.objects) / 8))
        let open = clients[caller.name]?.prompts.count ?? 0
        // Of programs that cannot be told apart one may have all of it: a connection without a prompt gets one more.
        let more = open == 0 && purpose.objectCount <= Self.mostObjectsOfFirst ? 2 : 1
        guard own.prompts < more * mostPrompts, own.objects + purpose.objectCount <= more * mostObjects,
            open < ServiceClient.mostPrompts
        else { throw .limitsExceeded("too many prompts are open") }
    }

    func answerPrompt(
        _ method: ServiceMethod, _ call: BusCall, at path: ObjectPath, _ place: ServicePrompt.Path,
        _ caller: ServiceCaller
    ) throws(BusFailure) -> [BusValue]? {
        guard let prompt = prompts[place] else { throw .unknownObject }
        switch method {
        case .prompt:
            guard prompt.owner == caller.name else { throw .accessDenied }
            // It is not used: any program could put its dialog in front of another one's window.
            guard call.arguments[0].text != nil else { throw .invalidArguments("a window is a text") }
            guard !prompt.isStarted else { throw .alreadyExists }
            prompt.isStarted = true
            afterwards.append { self.advance(prompt) }
            return []
        case .dismiss:
            guard prompt.owner == caller.name else { throw .accessDenied }
            afterwards.append {
                self.stopWaiting(.prompt(place), for: prompt.waitsFor)
                self.complete(prompt, dismissed: true, prompt.emptyResult)
            }
            return []
        case .getProperty, .getAllProperties, .setProperty, .introspect, .ping, .getMachineID:
            return try answerCommon(method, call, at: path, caller)
        case .openSession, .createCollection, .searchEverywhere, .unlock, .lock, .getSecrets, .readAlias, .setAlias,
            .lockService, .changeLock, .deleteCollection, .searchCollection, .createItem, .deleteItem, .getSecret,
            .setSecret, .closeSession, .changeWithMasterPassword, .changeWithPrompt, .createWithMasterPassword,
            .unlockWithMasterPassword:
            throw .unknownMethod
        }
    }

    /// Sends the one signal that a prompt ends with, to who made it alone.
    func complete(_ prompt: ServicePrompt, dismissed: Bool, _ result: BusValue) {
        guard prompts.removeValue(forKey: prompt.path) != nil else { return }
        clients[prompt.owner]?.prompts.remove(prompt.path)
        if let name = prompt.newName { table.giveBack(name) }
        sending.send(
            BusSignal(
                path: prompt.path.text, interface: ServiceInterface.prompt.name, member: "Completed",
                destination: prompt.owner, arguments: [.boolean(dismissed), .variant(result)]))
        sendDeferred(to: prompt.owner)
    }

    /// Asks what is left to ask for a prompt, or completes it.
    func advance(_ prompt: ServicePrompt) {
        guard prompts[prompt.path] === prompt else { return }
        let caller = ServiceCaller(name: prompt.owner, principal: clients[prompt.owner]?.principal ?? prompt.principal)
        switch prompt.purpose {
        case .unlock(let paths): advance(prompt, unlocking: paths, for: caller)
        case .existing(let name): advance(prompt, toExisting: name)
        case .create(let label): create(label, for: prompt)
        case .delete(let name): delete(name, for: prompt)
        case .changePassword(let name): changePassword(of: name, for: prompt)
        }
    }

    /// The user has said no, or nobody could be asked.
    func refuse(_ prompt: ServicePrompt) {
        guard case .unlock(let paths) = prompt.purpose else {
            complete(prompt, dismissed: true, prompt.emptyResult)
            return
        }
        let caller = ServiceCaller(name: prompt.owner, principal: prompt.principal)
        let unlocked = self.unlocked(of: paths, for: caller)
        complete(prompt, dismissed: unlocked.isEmpty, .paths(unlocked))
    }

    private func unlocked(of paths: [String], for caller: ServiceCaller) -> [String] {
        paths.filter { path in
            if case .unlocked = unlockState(of: path, for: caller) { true } else { false }
        }
    }

    // MARK: Unlocking

    private func advance(_ prompt: ServicePrompt, unlocking paths: [String], for caller: ServiceCaller) {
        var askable: [PermitGroup: [SeenItem]] = [:]
        var order: [PermitGroup] = []
        var unlocked: [String] = []
        for path in paths {
            switch unlockState(of: path, for: caller) {
            case .unlocked: unlocked.append(path)
            case .inLocked(let collection):
                if ask(toUnlock: collection, for: prompt) { return }
            case .askable(let seen, let reason):
                let group = PermitGroup(group: seen.summary.group, reason: reason)
                if askable[group] == nil { order.append(group) }
                askable[group, default: []].append(seen)
            case .absent, .closed: break
            }
        }
        for group in order {
            let items = askable[group] ?? []
            let key = PermitKey(
                program: caller.principal.program, group: group.group, reason: group.reason, items: items.map(\.key))
            guard let first = items.first, refusals[key] == nil, prompt.asked.insert(.permit(key)).inserted else {
                continue
            }
            prompt.waitsFor = .permit(key)
            ask(
                .permit(key), permitSubject(key, first), for: caller,
                waiter: .prompt(prompt.path))
            return
        }
        complete(prompt, dismissed: unlocked.isEmpty, .paths(unlocked))
    }

    private struct PermitGroup: Hashable {
        let group: AccessGroup
        let reason: BusQuestionReason
    }

    /// - Returns: false if that was asked already.
    private func ask(toUnlock collection: OpenCollection, for prompt: ServicePrompt) -> Bool {
        let key = QuestionKey.unlock(collection.name)
        guard prompt.asked.insert(key).inserted else { return false }
        observe(collection, isLocked: true)
        prompt.waitsFor = key
        ask(
            key, .unlock(keychain: collection.name),
            for: ServiceCaller(name: prompt.owner, principal: prompt.principal),
            waiter: .prompt(prompt.path))
        return true
    }

    private func advance(_ prompt: ServicePrompt, toExisting name: KeychainName) {
        guard let collection = table[named: name], let isLocked = try? isLocked(collection) else {
            complete(prompt, dismissed: true, prompt.emptyResult)
            return
        }
        if isLocked, ask(toUnlock: collection, for: prompt) { return }
        complete(prompt, dismissed: isLocked, .path(isLocked ? ObjectPath.none : collection.path))
    }

    // MARK: Collections

    private func create(_ label: String, for prompt: ServicePrompt) {
        // The answer has been given.
        if prompt.isAgreed, let name = prompt.newName {
            noteCollections()
            complete(prompt, dismissed: false, .path(CollectionName.collection(name).path))
            return
        }
        let name = table.freshName(for: label)
        prompt.newName = name
        askAlone(prompt, .newKeychain(label: label))
    }

    private func delete(_ name: KeychainName, for prompt: ServicePrompt) {
        if prompt.isAgreed {
            retire(name)
            complete(prompt, dismissed: false, .string(""))
            return
        }
        guard let hasPassword = hasPassword(name) else {
            complete(prompt, dismissed: true, prompt.emptyResult)
            return
        }
        askAlone(prompt, .delete(keychain: name, hasPassword: hasPassword))
    }

    /// Its path names no other one while the service runs, but for `login`, of which nothing counts any more.
    func retire(_ name: KeychainName) {
        table.retire(name)
        watched.forget(collection: name)
        for client in clients.keys {
            guard var state = clients[client] else { continue }
            state.grants = state.grants.filter { $0.key.collection != name }
            state.listed.remove(name)
            clients[client] = state
        }
        (lockStates[name], eras[name]) = (nil, nil)
        noteCollections()
    }

    private func changePassword(of name: KeychainName, for prompt: ServicePrompt) {
        if prompt.isAgreed {
            complete(prompt, dismissed: false, .string(""))
            return
        }
        guard let hasPassword = hasPassword(name) else {
            complete(prompt, dismissed: true, prompt.emptyResult)
            return
        }
        askAlone(prompt, .changePassword(keychain: name, hasPassword: hasPassword))
    }

    private func hasPassword(_ name: KeychainName) -> Bool? {
        guard let collection = table[named: name] else { return nil }
        return try? collection.store.state().hasPassword
    }

    private func askAlone(_ prompt: ServicePrompt, _ subject: ServiceQuestion.Subject) {
        let key = QuestionKey.ofPrompt(prompt.path)
        prompt.waitsFor = key
        ask(
            key, subject, for: ServiceCaller(name: prompt.owner, principal: prompt.principal),
            waiter: .prompt(prompt.path))
    }
}
