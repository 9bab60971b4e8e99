// A connection to the system's D-Bus.
// SPDX-License-Identifier: Apache-2.0

import CSystemd
import Glibc

/// Used by one thread alone: sd-bus is not safe for several.
@safe
struct SystemBus: ~Copyable {
    private let bus: OpaquePointer

    /// The bus itself, as the receiver and the sender of messages.
    static let name = "org.freedesktop.DBus"
    private static let path = "/org/freedesktop/DBus"
    /// Microseconds for a call.
    private static let callTime: UInt64 = 5_000_000

    /// - Returns: nil where there is no bus.
    init?() {
        var bus: OpaquePointer?
        guard unsafe sd_bus_open_system_with_description(&bus, "keychaind") >= 0, let bus = unsafe bus else {
            return nil
        }
        unsafe sd_bus_set_method_call_timeout(bus, Self.callTime)
        unsafe self.bus = unsafe bus
    }

    deinit { unsafe sd_bus_close_unref(bus) }

    /// Waits for a message.
    /// - Returns: nil where the bus is gone.
    func next() -> BusMessage? {
        while true {
            var message: OpaquePointer?
            let result = unsafe sd_bus_process(bus, &message)
            if let message = unsafe message { return unsafe BusMessage(owning: message) }
            guard result >= 0 else { return nil }
            if result == 0, case let waited = unsafe sd_bus_wait(bus, .max), waited < 0, waited != -EINTR { return nil }
        }
    }

    /// Asks the bus for signals of one kind.
    func subscribe(to rule: String) -> Bool {
        call(Self.name, Self.path, Self.name, "AddMatch", [rule]) != nil
    }

    /// The unique name of who has a name now.
    func owner(of name: String) -> String? {
        call(Self.name, Self.path, Self.name, "GetNameOwner", [name])?.readText()
    }

    /// Calls a method that takes texts.
    /// - Returns: nil for an error, too.
    func call(
        _ destination: String, _ path: String, _ interface: String, _ member: String, _ texts: [String]
    ) -> BusMessage? {
        var message: OpaquePointer?
        guard unsafe sd_bus_message_new_method_call(bus, &message, destination, path, interface, member) >= 0,
            let message = unsafe message
        else { return nil }
        defer { unsafe sd_bus_message_unref(message) }
        // Nothing is started because a keychain daemon wants to listen to it.
        guard unsafe sd_bus_message_set_auto_start(message, 0) >= 0 else { return nil }
        for text in texts {
            guard unsafe sd_bus_message_append_basic(message, CChar(UInt8(ascii: "s")), text) >= 0 else { return nil }
        }
        var reply: OpaquePointer?
        guard unsafe sd_bus_call(bus, message, 0, nil, &reply) >= 0, let reply = unsafe reply else { return nil }
        return unsafe BusMessage(owning: reply)
    }

    /// - Parameter type: what the property is to be, else nil comes back.
    func property(
        _ member: String, of interface: String, at path: String, in destination: String, type: String
    ) -> BusMessage? {
        var reply: OpaquePointer?
        guard unsafe sd_bus_get_property(bus, destination, path, interface, member, nil, &reply, type) >= 0,
            let reply = unsafe reply
        else { return nil }
        return unsafe BusMessage(owning: reply)
    }
}
