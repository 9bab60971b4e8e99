// Questions to the user and their answers, on the wire.
// SPDX-License-Identifier: Apache-2.0

package import LatchkeyModel
package import LatchkeyPlatform

extension PermissionQuestion.Subject: WireValue {
    package func write(to writer: inout WireWriter) {
        itemClass.write(to: &writer)
        writer.text(label)
        writer.text(account)
        writer.text(service)
    }

    package init(from reader: inout WireReader) throws(KeychainError) {
        let itemClass = try ItemClass(from: &reader)
        let label = try reader.text()
        let account = try reader.text()
        self.init(itemClass: itemClass, label: label, account: account, service: try reader.text())
    }
}

extension PermissionQuestion.Purpose: WireValue {
    package func write(to writer: inout WireWriter) {
        switch self {
        case .permission: writer.number(0 as UInt8)
        case .proof(let proof):
            writer.number(1 as UInt8)
            proof.methods.write(to: &writer)
            writer.text(proof.reason)
            writer.text(proof.cancelTitle)
            writer.flag(proof.isForItem)
            writer.number(proof.wrongPasswords)
            writer.flag(proof.isForNewItem)
        case .service(let service):
            writer.number(2 as UInt8)
            service.write(to: &writer)
        }
    }

    package init(from reader: inout WireReader) throws(KeychainError) {
        switch try reader.number(UInt8.self) {
        case 0: self = .permission
        case 1:
            let methods = try ProofMethods(from: &reader)
            let reason = try reader.text(atMost: WireLimits.largestText)
            let title = try reader.text(atMost: WireLimits.largestText)
            let isForItem = try reader.flag()
            var proof = PermissionQuestion.Proof(
                methods: methods, reason: reason, cancelTitle: title, isForItem: isForItem)
            proof.wrongPasswords = try reader.number(UInt8.self)
            proof.isForNewItem = try reader.flag()
            self = .proof(proof)
        case 2: self = .service(try PermissionQuestion.Service(from: &reader))
        default: throw WireError.broken
        }
    }
}

extension PermissionQuestion: WireValue {
    package func write(to writer: inout WireWriter) {
        writer.number(number)
        requester.write(to: &writer)
        writer.text(startedBy)
        ownerGroup.write(to: &writer)
        writer.optional(owner)
        item.write(to: &writer)
        writer.number(itemCount)
        writer.text(keychain)
        writer.flag(needsPassword)
        writer.flag(offersAlways)
        writer.number(secondsLeft)
        purpose.write(to: &writer)
    }

    package init(from reader: inout WireReader) throws(KeychainError) {
        let number = try reader.number(UInt64.self)
        let requester = try IdentityReport(from: &reader)
        let startedBy = try reader.text()
        let ownerGroup = try AccessGroup(from: &reader)
        let owner = try reader.optional(IdentityReport.self)
        let item = try Subject(from: &reader)
        let itemCount = try reader.number(UInt32.self)
        let keychain = try reader.text(atMost: WireLimits.largestText)
        let needsPassword = try reader.flag()
        let offersAlways = try reader.flag()
        self.init(
            number: number, requester: requester, startedBy: startedBy, ownerGroup: ownerGroup, owner: owner,
            item: item, itemCount: itemCount, keychain: keychain, needsPassword: needsPassword,
            offersAlways: offersAlways, secondsLeft: try reader.number(UInt32.self))
        purpose = try Purpose(from: &reader)
    }
}

extension PermissionAnswer: WireValue {
    package func write(to writer: inout WireWriter) {
        switch self {
        case .denied: writer.number(0 as UInt8)
        case .unavailable: writer.number(3 as UInt8)
        case .once(let password):
            writer.number(1 as UInt8)
            writer.optional(password) { $0.secret($1) }
        case .always(let password):
            writer.number(2 as UInt8)
            writer.optional(password) { $0.secret($1) }
        case .newPassword(let old, let new):
            writer.number(4 as UInt8)
            writer.optional(old) { $0.secret($1) }
            writer.optional(new) { $0.secret($1) }
        case .never: writer.number(5 as UInt8)
        }
    }

    package init(from reader: inout WireReader) throws(KeychainError) {
        func password(_ reader: inout WireReader) throws(KeychainError) -> ItemSecret? {
            try reader.optional { reader throws(KeychainError) in try reader.secret() }
        }
        switch try reader.number(UInt8.self) {
        case 0: self = .denied
        case 1: self = .once(password: try password(&reader))
        case 2: self = .always(password: try password(&reader))
        case 3: self = .unavailable
        case 4:
            let old = try password(&reader)
            self = .newPassword(old: old, new: try password(&reader))
        case 5: self = .never
        default: throw WireError.broken
        }
    }
}
