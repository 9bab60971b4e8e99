// How the person may be asked, on the wire.
// SPDX-License-Identifier: Apache-2.0

package import KeychainModel

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
        writer.optional(context)
        writer.number(reuseSeconds)
        writer.optional(applicationPassword) { $0.secret($1) }
    }

    package init(from reader: inout WireReader) throws(KeychainError) {
        self.init(try AuthenticationUI(from: &reader))
        reason = try reader.text(atMost: WireLimits.largestText)
        context = try reader.optional(ContextIdentifier.self)
        reuseSeconds = try reader.number(UInt32.self)
        applicationPassword = try reader.optional { reader throws(KeychainError) in try reader.secret() }
    }
}
