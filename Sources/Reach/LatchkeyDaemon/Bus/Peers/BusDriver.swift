// What a bus answers about itself.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyBus

/// The names of the bus's own interface, and its answers. They are of a process that is not trusted yet.
enum BusDriver {
    static let name = "org.freedesktop.DBus"
    static let path = "/org/freedesktop/DBus"
    static let ownerMatch =
        "type='signal',sender='org.freedesktop.DBus',interface='org.freedesktop.DBus',member='NameOwnerChanged'"

    /// Who has connected, as `GetConnectionCredentials` says it.
    struct Credentials {
        let process: Int32
        let user: UInt32
        /// Of the process; no bus before 2023 sends it.
        let descriptor: BusDescriptor?

        /// - Returns: nil for an answer that lacks the process or the user.
        init?(_ answer: [BusValue]) {
            guard answer.count == 1, case .dictionary(key: "s", value: "v", let entries) = answer[0] else { return nil }
            var process: Int32?
            var user: UInt32?
            var descriptor: BusDescriptor?
            for (key, value) in entries {
                guard case .string(let key) = key, case .variant(let value) = value else { continue }
                switch (key, value) {
                case ("ProcessID", .uint32(let number)): process = Int32(exactly: number)
                case ("UnixUserID", .uint32(let number)): user = number
                case ("ProcessFD", .descriptor(let given)): descriptor = given
                default: break
                }
            }
            guard let process, process > 0, let user else { return nil }
            self.process = process
            self.user = user
            self.descriptor = descriptor
        }
    }

    /// The number of a process, as `GetConnectionUnixProcessID` says it.
    static func process(in answer: [BusValue]) -> Int32? {
        guard answer.count == 1, case .uint32(let number) = answer[0] else { return nil }
        return Int32(exactly: number)
    }

    /// The names of `ListNames`.
    static func names(in answer: [BusValue]) -> [String]? {
        guard answer.count == 1, case .array(of: "s", let values) = answer[0] else { return nil }
        return values.compactMap { value in
            guard case .string(let name) = value else { return nil }
            return name
        }
    }

    /// A name and its owners, of the signal `NameOwnerChanged`.
    static func change(in signal: BusSignal) -> (name: String, old: String, new: String)? {
        guard signal.member == "NameOwnerChanged", signal.interface == name, signal.arguments.count == 3,
            case .string(let name) = signal.arguments[0], case .string(let old) = signal.arguments[1],
            case .string(let new) = signal.arguments[2]
        else { return nil }
        return (name, old, new)
    }
}
