// The calls of the service object.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyBus
import LatchkeyModel
import LatchkeyPlatform
import LatchkeyPolicy

extension SecretService {
    /// Also of the folders, which have less of them.
    func answerService(
        _ method: ServiceMethod, _ call: BusCall, at path: ObjectPath, _ caller: ServiceCaller
    ) throws(BusFailure) -> [BusValue]? {
        let arguments = call.arguments
        switch method {
        case .openSession: return try openSession(arguments, for: caller)
        case .createCollection: return try createCollection(arguments, for: caller)
        case .searchEverywhere:
            let found = try search(SearchAttributes(reading: arguments[0]), in: table.names, for: caller)
            // There may be keychains that were not searched.
            guard table.hasAll || !found.isEmpty else { throw .notOpened }
            return [.paths(found.unlocked.map(\.path)), .paths(found.locked.map(\.path))]
        case .unlock: return try unlock(arguments, for: caller)
        case .lock: return try lock(arguments, for: caller)
        case .lockService:
            let lockable = collections.filter { (try? isLockable($0)) ?? false }
            let counted = lockable.filter { table.countLock(of: $0.name, at: now) }
            let hasLocked = counted.reduce(false) { (try? $1.store.lock()) != nil || $0 }
            endGrants(of: caller, andOthers: hasLocked)
            noteLockStates()
            guard counted.count == lockable.count else { throw .tooManyLocks }
            return []
        case .changeLock, .changeWithPrompt: return try changePassword(arguments, for: caller)
        case .getSecrets: return try secrets(arguments, for: caller)
        case .readAlias:
            guard let alias = arguments[0].text else { throw .invalidArguments("an alias is a text") }
            // Also of one that cannot be opened now: a client that is led nowhere makes a new one.
            return [.path(try target(ofAlias: alias).map { CollectionName.collection($0).path } ?? ObjectPath.none)]
        case .setAlias: return try setAlias(call, for: caller)
        case .createWithMasterPassword, .unlockWithMasterPassword, .changeWithMasterPassword:
            return try workWithPassword(method, call, for: caller)
        case .getProperty, .getAllProperties, .setProperty, .introspect, .ping, .getMachineID:
            return try answerCommon(method, call, at: path, caller)
        case .deleteCollection, .searchCollection, .createItem, .deleteItem, .getSecret, .setSecret, .closeSession,
            .prompt, .dismiss:
            throw .unknownMethod
        }
    }

    /// What every object answers.
    func answerCommon(
        _ method: ServiceMethod, _ call: BusCall, at path: ObjectPath, _ caller: ServiceCaller
    ) throws(BusFailure) -> [BusValue]? {
        switch method {
        case .getProperty: return try property(call.arguments, at: path, caller)
        case .getAllProperties: return try allProperties(call.arguments, at: path, caller)
        case .setProperty: return try setProperty(call, at: path, caller)
        case .introspect:
            try requireObject(at: path, for: caller)
            return [.string(introspection(of: path))]
        case .ping, .getMachineID: return try answerPeer(method)
        case .openSession, .createCollection, .searchEverywhere, .unlock, .lock, .getSecrets, .readAlias, .setAlias,
            .lockService, .changeLock, .deleteCollection, .searchCollection, .createItem, .deleteItem, .getSecret,
            .setSecret, .closeSession, .prompt, .dismiss, .changeWithMasterPassword, .changeWithPrompt,
            .createWithMasterPassword, .unlockWithMasterPassword:
            throw .unknownMethod
        }
    }

    /// The object that an argument names.
    func collection(at path: String) throws(BusFailure) -> OpenCollection {
        guard case .collection(let name) = ObjectPath(path), table.contains(name) else { throw .noSuchObject }
        return try object(name)
    }

    // MARK: Locking

    private func unlock(_ arguments: [BusValue], for caller: ServiceCaller) throws(BusFailure) -> [BusValue] {
        var (unlocked, rest, closed): ([String], [String], Int) = ([], [], 0)
        let paths = try Self.distinctPaths(arguments[0])
        for path in paths {
            switch unlockState(of: path, for: caller) {
            case .unlocked: unlocked.append(path)
            case .inLocked, .askable: rest.append(path)
            case .closed: closed += 1
            case .absent: break
            }
        }
        // A client that gets nothing and no prompt takes what it has asked for as gone.
        if closed > 0, closed == paths.count { throw .isLocked }
        guard !rest.isEmpty else { return [.paths(unlocked), .path(ObjectPath.none)] }
        return [.paths(unlocked), .path(try makePrompt(.unlock(rest), for: caller))]
    }

    /// Locks at once: that takes nobody's word.
    private func lock(_ arguments: [BusValue], for caller: ServiceCaller) throws(BusFailure) -> [BusValue] {
        var (locked, hasLocked): ([String], Bool) = ([], false)
        var failure: BusFailure?
        defer { endGrants(of: caller, andOthers: hasLocked) }
        for path in try Self.distinctPaths(arguments[0]) {
            // Whatever keeps one from being locked, the others are.
            do throws(BusFailure) {
                guard let collection = try lockable(path, for: caller) else { continue }
                observe(collection, isLocked: try isLocked(collection))
                if try isLockable(collection) {
                    guard table.countLock(of: collection.name, at: now) else { throw .tooManyLocks }
                    try lifting { () throws(KeychainError) in try collection.store.lock() }
                    hasLocked = true
                }
                if try isLocked(collection) { locked.append(path) }
            } catch {
                failure = failure ?? error
            }
        }
        noteLockStates()
        if let failure { throw failure }
        return [.paths(locked), .path(ObjectPath.none)]
    }

    /// The collection that a path of `Lock` means; nil for none.
    private func lockable(_ path: String, for caller: ServiceCaller) throws(BusFailure) -> OpenCollection? {
        switch ObjectPath(path) {
        case .collection(let name): return table[name]
        // An item means its collection.
        case .item(let name, let number):
            guard let collection = table[name], try seen(number, in: collection, by: caller) != nil else { return nil }
            return collection
        case .service, .session, .prompt, .folder, nil: return nil
        }
    }

    /// One without a password stays as it is.
    private func isLockable(_ collection: OpenCollection) throws(BusFailure) -> Bool {
        try lifting { () throws(KeychainError) in
            let state = try collection.store.state()
            return state.hasPassword && !state.isLocked
        }
    }

    /// Also if nothing was locked, since nothing has a password: but then a program that goes on with it ends in the
    /// end its own alone. Else it could take from others what the user has just granted, again and again.
    private func endGrants(of caller: ServiceCaller, andOthers hasLocked: Bool) {
        if hasLocked || idleLocks.take(at: now) { forgetManagers() } else { clients[caller.name]?.grants = [:] }
    }

    private static func distinctPaths(_ value: BusValue) throws(BusFailure) -> [String] {
        guard let paths = value.objectPaths else { throw .invalidArguments("objects are paths") }
        var known: Set<String> = []
        return paths.filter { known.insert($0).inserted }
    }

    // MARK: Secrets

    /// Leaves out what is locked, unknown or not the caller's.
    /// - Throws: if one that is the caller's cannot be read.
    private func secrets(_ arguments: [BusValue], for caller: ServiceCaller) throws(BusFailure) -> [BusValue] {
        guard let sessionPath = arguments[1].objectPath else { throw .invalidArguments("a session is a path") }
        let session = try session(at: sessionPath, of: caller)
        var (entries, size): ([(key: BusValue, value: BusValue)], Int) = ([], 0)
        for path in try Self.distinctPaths(arguments[0]) {
            guard let (item, secret) = try secretIfThere(at: path, for: caller) else { continue }
            size += secret.count + path.utf8.count + Self.entryOverhead
            guard size <= Self.largestAnswer else { throw .limitsExceeded("the secrets are more than 48 MiB") }
            let message = try session.encode(secret, contentType: item.contentType, at: sessionPath)
            entries.append((.path(path), message.busValue))
        }
        return [.dictionary(key: "o", value: SecretMessage.signature, entries)]
    }

    private func secretIfThere(
        at path: String, for caller: ServiceCaller
    ) throws(BusFailure) -> (ServiceItem, ItemSecret)? {
        guard case .item(let name, let number) = ObjectPath(path) else { return nil }
        do throws(BusFailure) {
            guard let seen = try seen(number, in: object(name), by: caller, opening: .secret), seen.isFull else {
                return nil
            }
            return try secret(of: seen, for: caller)
        } catch {
            guard error == .isLocked || error == .unknownObject else { throw error }
            return nil
        }
    }

    /// Bytes of secrets in one answer: an array of a message ends at 64 MiB.
    private static let largestAnswer = 48 << 20
    private static let entryOverhead = 256

    /// The secret of an item that the caller may have.
    func secret(of seen: SeenItem, for caller: ServiceCaller) throws(BusFailure) -> (ServiceItem, ItemSecret) {
        guard let item = seen.item, let secret = seen.look.secret else { throw .isLocked }
        if !caller.principal.ownGroups.contains(item.group) {
            policy.note(BusEvent(.foreignRead, by: caller.principal, on: item.group))
            if clients[caller.name]?.grants[seen.key]?.isForOnce == true {
                clients[caller.name]?.grants[seen.key] = nil
            }
        }
        return (item, secret)
    }

    // MARK: Aliases

    /// - Throws: `Failed` while the target of `default` cannot be read.
    func target(ofAlias alias: String) throws(BusFailure) -> KeychainName? {
        do throws(KeychainError) { return try table.target(ofAlias: alias) } catch { throw BusFailure(error) }
    }

    private func setAlias(_ call: BusCall, for caller: ServiceCaller) throws(BusFailure) -> [BusValue]? {
        guard let alias = call.arguments[0].text, let path = call.arguments[1].objectPath else {
            throw .invalidArguments("an alias is a text, and a collection a path")
        }
        // Without another one the default is `login`: it always leads somewhere.
        let name = path == ObjectPath.none ? CollectionTable.loginName : try collection(at: path).name
        guard alias == CollectionTable.defaultAlias else {
            // What an alias leads to already needs no change.
            guard let target = try target(ofAlias: alias), target == name else {
                throw .notSupported("the only alias that can be set is `default`")
            }
            return []
        }
        // A default that is not there can be left for another one.
        if let target = try? table.target(ofAlias: alias), target == name { return [] }
        guard name != CollectionTable.sessionName else {
            throw .notSupported("the only alias that can be set is `default`, to a keychain")
        }
        let prover = try prover(ofDefault: name)
        try hold(
            call, .setDefault(name, provenBy: prover), for: caller,
            asking: .makeDefault(keychain: name, provenBy: prover), key: .ofCall(call.number))
        return nil
    }

    /// Whose password shows that it is the user who wants another default. Any program can make a keychain with a
    /// password of its own, so the password of that one shows nothing as long as there is another one.
    /// - Returns: nil if none of them has one.
    func prover(ofDefault name: KeychainName) throws(BusFailure) -> KeychainName? {
        var failure: BusFailure?
        for candidate in [table.keptDefault, CollectionTable.loginName, name].compactMap(\.self) {
            guard let collection = table[named: candidate] else { continue }
            do throws(BusFailure) {
                guard try lifting({ () throws(KeychainError) in try collection.store.state().hasPassword }) else {
                    continue
                }
            } catch {
                failure = error
                continue
            }
            // What does not open may have had a password: that of the new one shows nothing then.
            if let failure, candidate != CollectionTable.loginName { throw failure }
            return candidate
        }
        if let failure { throw failure }
        return nil
    }
}

extension BusFailure {
    /// A program that locked without end would have the user type the password without end.
    fileprivate static let tooManyLocks = limitsExceeded(
        "programs have locked it several times in the last minute; use `security lock-keychain`")
}
