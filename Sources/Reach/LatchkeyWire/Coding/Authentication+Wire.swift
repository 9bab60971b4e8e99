// How the user may be asked, on the wire.
// SPDX-License-Identifier: Apache-2.0

package import LatchkeyModel
package import LatchkeyPlatform

extension AuthenticationUI: WireEnumeration {
    package static var wireOrder: [AuthenticationUI] { [.allow, .fail, .skip] }
}

extension ContextIdentifier: WireValue {
    package func write(to writer: inout WireWriter) {
        writer.number(high)
        writer.number(low)
    }

    package init(from reader: inout WireReader) throws(KeychainError) {
        let high = try reader.number(UInt64.self)
        self.init(high: high, low: try reader.number(UInt64.self))
    }
}

extension Authentication: WireValue {
    package func write(to writer: inout WireWriter) {
        ui.write(to: &writer)
        writer.text(reason)
        writer.text(cancelTitle)
        writer.optional(context)
        writer.number(reuseSeconds)
        writer.optional(applicationPassword) { $0.secret($1) }
    }

    package init(from reader: inout WireReader) throws(KeychainError) {
        self.init(try AuthenticationUI(from: &reader))
        reason = try reader.text(atMost: WireLimits.largestText)
        cancelTitle = try reader.text(atMost: WireLimits.largestText)
        context = try reader.optional(ContextIdentifier.self)
        reuseSeconds = try reader.number(UInt32.self)
        applicationPassword = try reader.optional { reader throws(KeychainError) in try reader.secret() }
    }
}

extension ProofMethods: WireValue {
    package func write(to writer: inout WireWriter) { writer.number(rawValue) }

    package init(from reader: inout WireReader) throws(KeychainError) {
        self.init(rawValue: try reader.number(UInt8.self))
        guard isSubset(of: [.password, .finger]) || self == .applicationPassword else { throw WireError.broken }
    }
}

extension BiometryState: WireValue {
    package func write(to writer: inout WireWriter) {
        switch self {
        case .unavailable: writer.number(0 as UInt8)
        case .notEnrolled: writer.number(1 as UInt8)
        case .lockedOut: writer.number(2 as UInt8)
        case .enrolled(let digest):
            writer.number(3 as UInt8)
            writer.data(digest)
        }
    }

    package init(from reader: inout WireReader) throws(KeychainError) {
        switch try reader.number(UInt8.self) {
        case 0: self = .unavailable
        case 1: self = .notEnrolled
        case 2: self = .lockedOut
        case 3:
            let digest = try reader.data()
            guard digest.count == Self.digestSize else { throw WireError.broken }
            self = .enrolled(digest)
        default: throw WireError.broken
        }
    }
}

extension PresenceReport: WireValue {
    package func write(to writer: inout WireWriter) {
        writer.flag(hasPassword)
        biometry.write(to: &writer)
    }

    package init(from reader: inout WireReader) throws(KeychainError) {
        let hasPassword = try reader.flag()
        self.init(hasPassword: hasPassword, biometry: try BiometryState(from: &reader))
    }
}
