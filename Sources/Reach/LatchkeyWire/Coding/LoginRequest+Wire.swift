// What a login tells the daemon, on the wire.
// SPDX-License-Identifier: Apache-2.0

package import LatchkeyModel
package import LatchkeyPlatform

/// The body has a version of its own (Documentation/Reference/Formats/Wire.md, section 7): the module that a login has
/// loaded may be older than the daemon, and stays in its process.
extension LoginRequest: WireValue {
    private static var version: UInt8 { 1 }

    package func write(to writer: inout WireWriter) {
        writer.number(Self.version)
        switch action {
        case .unlock(let password):
            writer.number(1 as UInt8)
            writer.number(user)
            writer.secret(password)
        case .changePassword(let old, let new):
            writer.number(2 as UInt8)
            writer.number(user)
            writer.secret(old)
            writer.secret(new)
        }
    }

    package init(from reader: inout WireReader) throws(KeychainError) {
        guard try reader.number(UInt8.self) == Self.version else { throw WireError.broken }
        let action = try reader.number(UInt8.self)
        let user = try reader.number(UInt32.self)
        switch action {
        case 1: self.init(user: user, action: .unlock(password: try reader.password()))
        case 2:
            let old = try reader.password()
            self.init(user: user, action: .changePassword(old: old, new: try reader.password()))
        default: throw WireError.broken
        }
    }
}

extension WireReader {
    /// - Throws: `.decode` for none, and for one that no login takes.
    fileprivate mutating func password() throws(KeychainError) -> ItemSecret {
        let password = try secret()
        guard 1...WireLimits.longestLoginPassword ~= password.count else { throw WireError.broken }
        return password
    }
}
