// Calls on the wire.
// SPDX-License-Identifier: Apache-2.0

package import LatchkeyModel
package import LatchkeyPlatform

extension Request: WireValue {
    package func write(to writer: inout WireWriter) {
        writer.number(code.rawValue)
        switch self {
        case .add(let addition): addition.write(to: &writer)
        case .copy(let query), .delete(let query): query.write(to: &writer)
        case .update(let query, let change):
            query.write(to: &writer)
            change.write(to: &writer)
        case .addIdentity(let addition): addition.write(to: &writer)
        case .copyIdentities(let query), .deleteIdentities(let query), .deleteIdentity(let query):
            query.write(to: &writer)
        case .updateIdentities(let query, let change):
            query.write(to: &writer)
            change.write(to: &writer)
        case .sealedData(let reference), .accessList(let reference): reference.write(to: &writer)
        case .setAccessList(let reference, let list, let password):
            reference.write(to: &writer)
            list.write(to: &writer)
            writer.optional(password) { $0.secret($1) }
        case .create(let password): writer.optional(password) { $0.secret($1) }
        case .unlock(let password): writer.secret(password)
        case .changePassword(let old, let new):
            writer.optional(old) { $0.secret($1) }
            writer.optional(new) { $0.secret($1) }
        case .set(let settings): settings.write(to: &writer)
        case .quarantinedRow(let number), .restoreRow(let number), .discardRow(let number): writer.number(number)
        case .identity(let process): writer.optional(process) { $0.number($1) }
        case .isQuestionOpen(let number, let isShown):
            writer.number(number)
            writer.flag(isShown)
        case .answerQuestion(let number, let answer):
            writer.number(number)
            answer.write(to: &writer)
        case .addKeyPair(let privateHalf, let publicHalf):
            privateHalf.write(to: &writer)
            publicHalf.write(to: &writer)
        case .makeKey(let pair): pair.write(to: &writer)
        case .useKey(let use): use.write(to: &writer)
        case .evaluate(let flags, let authentication):
            writer.number(flags)
            authentication.write(to: &writer)
        case .endContext(let context): context.write(to: &writer)
        case .introduction(let executable): writer.data(executable)
        case .decideOnBus(let choice, let password):
            choice.write(to: &writer)
            writer.optional(password) { $0.secret($1) }
        case .beginBackup(let password, let proof):
            writer.secret(password)
            writer.optional(proof) { $0.secret($1) }
        case .beginRestore(let beginning, let password, let proof):
            writer.data(beginning)
            writer.secret(password)
            writer.optional(proof) { $0.secret($1) }
        case .transfer(let number, let step):
            writer.number(number)
            step.write(to: &writer)
        case .survey(let since): writer.optional(since) { $0.seconds($1) }
        case .adopt(let items, let password, let isTrial):
            writer.list(items)
            writer.optional(password) { $0.secret($1) }
            writer.flag(isTrial)
        case .destroy, .lock, .status, .examine, .nextQuestion, .presence, .busReport: break
        }
    }

    package init(from reader: inout WireReader) throws(KeychainError) {
        func password(_ reader: inout WireReader) throws(KeychainError) -> ItemSecret? {
            try reader.optional { reader throws(KeychainError) in try reader.secret() }
        }
        guard let code = RequestCode(rawValue: try reader.number(UInt8.self)) else { throw WireError.broken }
        switch code {
        case .add: self = .add(try ItemAddition(from: &reader))
        case .copy: self = .copy(try ItemQuery(from: &reader))
        case .update:
            let query = try ItemQuery(from: &reader)
            self = .update(query, try ItemChange(from: &reader))
        case .delete: self = .delete(try ItemQuery(from: &reader))
        case .addIdentity: self = .addIdentity(try IdentityAddition(from: &reader))
        case .copyIdentities: self = .copyIdentities(try IdentityQuery(from: &reader))
        case .updateIdentities:
            let query = try IdentityQuery(from: &reader)
            self = .updateIdentities(query, try IdentityChange(from: &reader))
        case .deleteIdentities: self = .deleteIdentities(try IdentityQuery(from: &reader))
        case .deleteIdentity: self = .deleteIdentity(try IdentityQuery(from: &reader))
        case .sealedData: self = .sealedData(try PersistentReference(from: &reader))
        case .accessList: self = .accessList(try PersistentReference(from: &reader))
        case .create: self = .create(password: try password(&reader))
        case .destroy: self = .destroy
        case .lock: self = .lock
        case .unlock: self = .unlock(password: try reader.secret())
        case .changePassword:
            let old = try password(&reader)
            self = .changePassword(old: old, new: try password(&reader))
        case .status: self = .status
        case .set: self = .set(try LockSettings(from: &reader))
        case .examine: self = .examine
        case .quarantinedRow: self = .quarantinedRow(try reader.number(Int64.self))
        case .restoreRow: self = .restoreRow(try reader.number(Int64.self))
        case .discardRow: self = .discardRow(try reader.number(Int64.self))
        case .identity:
            self = .identity(
                processID: try reader.optional { reader throws(KeychainError) in try reader.number(Int32.self) })
        case .setAccessList:
            let reference = try PersistentReference(from: &reader)
            let list = try AccessList(from: &reader)
            self = .setAccessList(reference, list, password: try password(&reader))
        case .nextQuestion: self = .nextQuestion
        case .isQuestionOpen:
            let number = try reader.number(UInt64.self)
            self = .isQuestionOpen(number: number, isShown: try reader.flag())
        case .answerQuestion:
            let number = try reader.number(UInt64.self)
            self = .answerQuestion(number: number, try PermissionAnswer(from: &reader))
        case .addKeyPair:
            let privateHalf = try ItemAddition(from: &reader)
            self = .addKeyPair(private: privateHalf, public: try ItemAddition(from: &reader))
        case .makeKey: self = .makeKey(try NewKeyPair(from: &reader))
        case .useKey: self = .useKey(try KeyUse(from: &reader))
        case .presence: self = .presence
        case .evaluate:
            let flags = try reader.number(UInt64.self)
            self = .evaluate(flags: flags, try Authentication(from: &reader))
        case .endContext: self = .endContext(try ContextIdentifier(from: &reader))
        case .introduction:
            let path = try reader.data()
            guard path.count <= WireLimits.largestText else { throw WireError.broken }
            self = .introduction(executable: path)
        case .busReport: self = .busReport
        case .decideOnBus:
            let choice = try BusChoice(from: &reader)
            self = .decideOnBus(choice, password: try password(&reader))
        case .beginBackup:
            let own = try reader.secret()
            self = .beginBackup(password: own, proof: try password(&reader))
        case .beginRestore:
            let beginning = try reader.data()
            let own = try reader.secret()
            self = .beginRestore(beginning: beginning, password: own, proof: try password(&reader))
        case .transfer:
            let number = try reader.number(UInt64.self)
            self = .transfer(number, try TransferStep(from: &reader))
        case .survey:
            self = .survey(since: try reader.optional { reader throws(KeychainError) in try reader.seconds() })
        case .adopt:
            let items = try reader.list(of: MovedItem.self, atMost: WireLimits.mostMovedItems)
            let own = try password(&reader)
            self = .adopt(items, password: own, isTrial: try reader.flag())
        }
    }
}

/// A call with the keychain that it is for: the body of a request.
package struct AddressedRequest: Sendable {
    /// A name in the home of keychains or an absolute path, as the client has it. The server decides what it may name.
    package let keychain: KeychainAddress
    package let request: Request

    package init(_ request: Request, to keychain: KeychainAddress) {
        self.request = request
        self.keychain = keychain
    }
}

extension AddressedRequest: WireValue {
    /// Stands before the number of the request if the keychain must exist. No request has this number.
    private static let mustExist: UInt8 = 0

    package func write(to writer: inout WireWriter) {
        writer.text(keychain.path)
        if keychain.mustExist { writer.number(Self.mustExist) }
        request.write(to: &writer)
    }

    package init(from reader: inout WireReader) throws(KeychainError) {
        let path = try reader.text(atMost: WireLimits.largestText)
        keychain = reader.takes(Self.mustExist) ? .existing(path) : .file(path)
        request = try Request(from: &reader)
    }
}
