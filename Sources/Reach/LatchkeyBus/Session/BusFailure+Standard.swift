// The errors of D-Bus itself.
// SPDX-License-Identifier: Apache-2.0

extension BusFailure {
    /// Names behind `org.freedesktop.DBus.Error.`.
    package enum Standard: String, Sendable {
        case failed = "Failed"
        case inconsistentMessage = "InconsistentMessage"
        case invalidArgs = "InvalidArgs"
        case limitsExceeded = "LimitsExceeded"
        case noReply = "NoReply"
        case notSupported = "NotSupported"
    }

    package init(_ standard: Standard, _ message: String) {
        self.init("org.freedesktop.DBus.Error." + standard.rawValue, message)
    }

    static var tooLarge: BusFailure { BusFailure(.limitsExceeded, "the message is too large") }
}
