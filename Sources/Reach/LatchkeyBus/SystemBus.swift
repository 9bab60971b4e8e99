// A connection to the system's D-Bus.
// SPDX-License-Identifier: Apache-2.0

import CLatchkeySystemd
import Glibc

/// Used by one thread alone: sd-bus is not safe for several.
@safe
package struct SystemBus: ~Copyable {
    private let library: BusLibrary
    private let bus: OpaquePointer

    /// The bus itself, as the receiver and the sender of messages.
    package static let name = "org.freedesktop.DBus"
    private static let path = "/org/freedesktop/DBus"
    /// Microseconds for a call.
    private static let callTime: UInt64 = 5_000_000

    /// - Returns: nil if there is no bus, or no libsystemd.
    /// - Parameter description: what the bus's own tools show.
    package init?(description: String) {
        guard let library = BusLibrary.shared else { return nil }
        var bus: OpaquePointer?
        guard unsafe library.calls.open_system_with_description(&bus, description) >= 0, let bus = unsafe bus else {
            return nil
        }
        _ = unsafe library.calls.set_method_call_timeout(bus, Self.callTime)
        self.library = library
        unsafe self.bus = unsafe bus
    }

    deinit { _ = unsafe library.calls.close_unref(bus) }

    /// Waits for a message.
    /// - Returns: nil if the bus is gone.
    package func next() -> BusMessage? {
        while true {
            var message: OpaquePointer?
            let result = unsafe library.calls.process(bus, &message)
            if let message = unsafe message { return unsafe BusMessage(owning: message, of: library) }
            guard result >= 0 else { return nil }
            if result == 0, case let waited = unsafe library.calls.wait(bus, .max), waited < 0, waited != -EINTR {
                return nil
            }
        }
    }

    /// Asks the bus for signals of one kind.
    package func subscribe(to rule: String) -> Bool {
        call(Self.name, Self.path, Self.name, "AddMatch", [rule]) != nil
    }

    /// The unique name of who has a name now.
    package func owner(of name: String) -> String? {
        call(Self.name, Self.path, Self.name, "GetNameOwner", [name])?.readText()
    }

    /// What a call came to.
    package enum Answer: ~Copyable {
        case reply(BusMessage)
        /// The name of the error.
        case error(String)
    }

    /// Calls a method that takes texts.
    /// - Returns: nil for an error, too.
    package func call(
        _ destination: String, _ path: String, _ interface: String, _ member: String, _ texts: [String]
    ) -> BusMessage? {
        // Nothing is started because somebody wants to listen to it.
        switch ask(destination, path, interface, member, texts, starting: false) {
        case .reply(let message): return message
        case .error: return nil
        }
    }

    /// The same with the name of the error.
    /// - Parameter isStarting: whether the bus may start the service.
    package func ask(
        _ destination: String, _ path: String, _ interface: String, _ member: String, _ texts: [String],
        starting isStarting: Bool
    ) -> Answer {
        var message: OpaquePointer?
        guard unsafe library.calls.message_new_method_call(bus, &message, destination, path, interface, member) >= 0,
            let message = unsafe message
        else { return .error("") }
        defer { _ = unsafe library.calls.message_unref(message) }
        guard unsafe library.calls.message_set_auto_start(message, isStarting ? 1 : 0) >= 0 else { return .error("") }
        for text in texts {
            guard unsafe library.calls.message_append_basic(message, CChar(UInt8(ascii: "s")), text) >= 0 else {
                return .error("")
            }
        }
        var reply: OpaquePointer?
        var error = unsafe sd_bus_error()
        defer { unsafe library.calls.error_free(&error) }
        guard unsafe library.calls.call(bus, message, 0, &error, &reply) >= 0, let reply = unsafe reply else {
            guard let name = unsafe error.name else { return .error("") }
            return .error(unsafe String(cString: name))
        }
        return .reply(unsafe BusMessage(owning: reply, of: library))
    }

    /// Waits for a message for a while.
    package enum Arrival: ~Copyable {
        case message(BusMessage)
        case nothing, gone
    }

    /// - Parameter microseconds: how long at the most, if nothing comes.
    package func next(within microseconds: UInt64) -> Arrival {
        for isLast in [false, true] {
            var message: OpaquePointer?
            var result: CInt = 1
            while result > 0 {
                result = unsafe library.calls.process(bus, &message)
                if let message = unsafe message { return .message(unsafe BusMessage(owning: message, of: library)) }
            }
            guard result == 0 else { return .gone }
            if isLast { break }
            let waited = unsafe library.calls.wait(bus, microseconds)
            guard waited >= 0 || waited == -EINTR else { return .gone }
        }
        return .nothing
    }

    /// - Parameter type: what the property is to be, else nil comes back.
    package func property(
        _ member: String, of interface: String, at path: String, in destination: String, type: String
    ) -> BusMessage? {
        var reply: OpaquePointer?
        guard unsafe library.calls.get_property(bus, destination, path, interface, member, nil, &reply, type) >= 0,
            let reply = unsafe reply
        else { return nil }
        return unsafe BusMessage(owning: reply, of: library)
    }
}
