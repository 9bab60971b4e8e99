// The calls of items.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyBus
import LatchkeyModel
import LatchkeyPlatform
import LatchkeyPolicy

extension SecretService {
    func answerItem(
        _ method: ServiceMethod, _ call: BusCall, at path: ObjectPath, _ collection: OpenCollection, _ number: Int64,
        _ caller: ServiceCaller
    ) throws(BusFailure) -> [BusValue]? {
        switch method {
        case .getSecret: return try getSecret(call, number, in: collection, for: caller)
        case .setSecret:
            try setSecret(call.arguments, number, in: collection, for: caller)
            return []
        case .deleteItem:
            let seen = try requireFull(number, in: collection, for: caller)
            try lifting { () throws(KeychainError) in
                try collection.store.delete(number, in: seen.summary.group)
            }
            noteItem(seen.key, of: seen.summary.group, .deleted)
            return [.path(ObjectPath.none)]
        case .getProperty, .getAllProperties, .setProperty, .introspect, .ping, .getMachineID:
            return try answerCommon(method, call, at: path, caller)
        case .openSession, .createCollection, .searchEverywhere, .unlock, .lock, .getSecrets, .readAlias, .setAlias,
            .lockService, .changeLock, .deleteCollection, .searchCollection, .createItem, .closeSession, .prompt,
            .dismiss, .changeWithMasterPassword, .changeWithPrompt, .createWithMasterPassword,
            .unlockWithMasterPassword:
            throw .unknownMethod
        }
    }

    private func getSecret(
        _ call: BusCall, _ number: Int64, in collection: OpenCollection, for caller: ServiceCaller
    ) throws(BusFailure) -> [BusValue]? {
        guard let path = call.arguments[0].objectPath else { throw .invalidArguments("a session is a path") }
        // What is not there is told first: a session says nothing of it.
        guard let seen = try seen(number, in: collection, by: caller, opening: .secret) else { throw .unknownObject }
        let session = try session(at: path, of: caller)
        switch seen.access {
        case .full: return [try message(of: seen, in: session, at: path, for: caller).busValue]
        case .locked, .hidden: throw .isLocked
        case .askable(let reason):
            // What is asked needs the keychain.
            guard !seen.isLocked else { throw .isLocked }
            let key = PermitKey(
                program: caller.principal.program, group: seen.summary.group, reason: reason, items: [seen.key])
            guard refusals[key] == nil else { throw .isLocked }
            try hold(
                call, .secret(session: session.number, seen.key), for: caller,
                asking: permitSubject(key, seen), key: .permit(key))
            return nil
        }
    }

    func message(
        of seen: SeenItem, in session: ServiceSession, at path: String, for caller: ServiceCaller
    ) throws(BusFailure) -> SecretMessage {
        let (item, secret) = try secret(of: seen, for: caller)
        return try session.encode(secret, contentType: item.contentType, at: path)
    }

    private func setSecret(
        _ arguments: [BusValue], _ number: Int64, in collection: OpenCollection, for caller: ServiceCaller
    ) throws(BusFailure) {
        let message = try SecretMessage(arguments[0])
        guard let found = try seen(number, in: collection, by: caller) else { throw .unknownObject }
        let session = try session(at: message.session, of: caller)
        let seen = try requireFull(found)
        var change = ServiceItemChange()
        change.secret = try session.decode(message)
        change.contentType = message.contentType
        try self.change(seen, change)
        noteProperties(of: seen, [.itemModified], for: caller)
    }

    /// Changes an item, and tells who may see it.
    func change(_ seen: SeenItem, _ change: ServiceItemChange) throws(BusFailure) {
        try storing { () throws(KeychainError) in
            try seen.collection.store.change(seen.key.number, in: seen.summary.group, change)
        }
        noteItem(seen.key, of: seen.summary.group, .changed)
    }
}
