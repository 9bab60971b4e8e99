// What a program asks the user for over the bus of a session, on the wire.
// SPDX-License-Identifier: Apache-2.0

package import LatchkeyModel
package import LatchkeyPlatform

extension PermissionQuestion.Service.Reason: WireEnumeration {
    package static var wireOrder: [Self] { [.imported, .moved, .managed] }
}

extension PermissionQuestion.Service.Requester: WireEnumeration {
    package static var wireOrder: [Self] { [.program, .pool, .manager, .nobody] }
}

extension PermissionQuestion.Service: WireValue {
    package func write(to writer: inout WireWriter) {
        requester.write(to: &writer)
        switch wish {
        case .unlock: writer.number(0 as UInt8)
        case .newKeychain: writer.number(1 as UInt8)
        case .delete: writer.number(2 as UInt8)
        case .changePassword: writer.number(3 as UInt8)
        case .makeDefault(let name):
            writer.number(4 as UInt8)
            writer.text(name)
        case .rename(let label):
            writer.number(5 as UInt8)
            writer.text(label)
        case .permit(let reason, let owner):
            writer.number(6 as UInt8)
            reason.write(to: &writer)
            writer.text(owner)
        }
    }

    package init(from reader: inout WireReader) throws(KeychainError) {
        let requester = try Requester(from: &reader)
        let wish: Wish
        switch try reader.number(UInt8.self) {
        case 0: wish = .unlock
        case 1: wish = .newKeychain
        case 2: wish = .delete
        case 3: wish = .changePassword
        case 4: wish = .makeDefault(keychain: try reader.text(atMost: WireLimits.largestText))
        case 5: wish = .rename(label: try reader.text(atMost: WireLimits.largestText))
        case 6:
            let reason = try Reason(from: &reader)
            wish = .permit(reason, owner: try reader.text(atMost: WireLimits.largestText))
        default: throw WireError.broken
        }
        self.init(wish, of: requester)
    }
}
