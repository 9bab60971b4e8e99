// Calls on the wire.
// SPDX-License-Identifier: Apache-2.0

package import LatchkeyModel
package import LatchkeyPlatform

extension Request: WireValue {
    package func write(to writer: inout WireWriter) {
        writer.number(number)
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
        case .destroy, .lock, .status, .examine, .nextQuestion, .presence: break
        }
    }

    private var number: UInt8 {
        switch self {
        case .add: 1
        case .copy: 2
        case .update: 3
        case .delete: 4
        case .addIdentity: 5
        case .copyIdentities: 6
        case .updateIdentities: 7
        case .deleteIdentities: 8
        case .deleteIdentity: 9
        case .sealedData: 10
        case .accessList: 11
        case .create: 12
        case .destroy: 13
        case .lock: 14
        case .unlock: 15
        case .changePassword: 16
        case .status: 17
        case .set: 18
        case .examine: 19
        case .quarantinedRow: 20
        case .restoreRow: 21
        case .discardRow: 22
        case .identity: 23
        case .setAccessList: 24
        case .nextQuestion: 25
        case .isQuestionOpen: 26
        case .answerQuestion: 27
        case .addKeyPair: 28
        case .makeKey: 29
        case .useKey: 30
        case .presence: 31
        case .evaluate: 32
        case .endContext: 33
        case .introduction: 34
        }
    }

    package init(from reader: inout WireReader) throws(KeychainError) {
        func password(_ reader: inout WireReader) throws(KeychainError) -> ItemSecret? {
            try reader.optional { reader throws(KeychainError) in try reader.secret() }
        }
        switch try reader.number(UInt8.self) {
        case 1: self = .add(try ItemAddition(from: &reader))
        case 2: self = .copy(try ItemQuery(from: &reader))
        case 3:
            let query = try ItemQuery(from: &reader)
            self = .update(query, try ItemChange(from: &reader))
        case 4: self = .delete(try ItemQuery(from: &reader))
        case 5: self = .addIdentity(try IdentityAddition(from: &reader))
        case 6: self = .copyIdentities(try IdentityQuery(from: &reader))
        case 7:
            let query = try IdentityQuery(from: &reader)
            self = .updateIdentities(query, try IdentityChange(from: &reader))
        case 8: self = .deleteIdentities(try IdentityQuery(from: &reader))
        case 9: self = .deleteIdentity(try IdentityQuery(from: &reader))
        case 10: self = .sealedData(try PersistentReference(from: &reader))
        case 11: self = .accessList(try PersistentReference(from: &reader))
        case 12: self = .create(password: try password(&reader))
        case 13: self = .destroy
        case 14: self = .lock
        case 15: self = .unlock(password: try reader.secret())
        case 16:
            let old = try password(&reader)
            self = .changePassword(old: old, new: try password(&reader))
        case 17: self = .status
        case 18: self = .set(try LockSettings(from: &reader))
        case 19: self = .examine
        case 20: self = .quarantinedRow(try reader.number(Int64.self))
        case 21: self = .restoreRow(try reader.number(Int64.self))
        case 22: self = .discardRow(try reader.number(Int64.self))
        case 23:
            self = .identity(
                processID: try reader.optional { reader throws(KeychainError) in try reader.number(Int32.self) })
        case 24:
            let reference = try PersistentReference(from: &reader)
            let list = try AccessList(from: &reader)
            self = .setAccessList(reference, list, password: try password(&reader))
        case 25: self = .nextQuestion
        case 26:
            let number = try reader.number(UInt64.self)
            self = .isQuestionOpen(number: number, isShown: try reader.flag())
        case 27:
            let number = try reader.number(UInt64.self)
            self = .answerQuestion(number: number, try PermissionAnswer(from: &reader))
        case 28:
            let privateHalf = try ItemAddition(from: &reader)
            self = .addKeyPair(private: privateHalf, public: try ItemAddition(from: &reader))
        case 29: self = .makeKey(try NewKeyPair(from: &reader))
        case 30: self = .useKey(try KeyUse(from: &reader))
        case 31: self = .presence
        case 32:
            let flags = try reader.number(UInt64.self)
            self = .evaluate(flags: flags, try Authentication(from: &reader))
        case 33: self = .endContext(try ContextIdentifier(from: &reader))
        case 34:
            let path = try reader.data()
            guard path.count <= WireLimits.largestText else { throw WireError.broken }
            self = .introduction(executable: path)
        default: throw WireError.broken
        }
    }
}

/// A call with the keychain that it is for: the body of a request.
package struct AddressedRequest: Sendable {
    /// A name in the home of keychains or an absolute path, as the client has it. The server decides what it may name.
    package let keychain: String
    package let request: Request

    package init(_ request: Request, to keychain: String) {
        self.request = request
        self.keychain = keychain
    }
}

extension AddressedRequest: WireValue {
    package func write(to writer: inout WireWriter) {
        writer.text(keychain)
        request.write(to: &writer)
    }

    package init(from reader: inout WireReader) throws(KeychainError) {
        keychain = try reader.text(atMost: WireLimits.largestText)
        request = try Request(from: &reader)
    }
}
