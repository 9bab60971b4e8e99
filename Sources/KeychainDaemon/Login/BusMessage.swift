// One message of the system bus.
// SPDX-License-Identifier: Apache-2.0

import CSystemd
import Glibc

/// Read from its start to its end, by the thread of its connection.
@safe
struct BusMessage: ~Copyable {
    let message: OpaquePointer

    /// Takes over the reference that the caller has.
    init(owning message: OpaquePointer) { unsafe self.message = unsafe message }

    deinit { unsafe sd_bus_message_unref(message) }

    /// The unique name of who sent it, which the bus fills in.
    var sender: String? { unsafe Self.text(sd_bus_message_get_sender(message)) }
    var path: String? { unsafe Self.text(sd_bus_message_get_path(message)) }

    func isSignal(_ member: String, of interface: String) -> Bool {
        unsafe sd_bus_message_is_signal(message, interface, member) > 0
    }

    /// Goes into an array, an entry of a dictionary, a struct or a variant.
    /// - Returns: false at the end of what is around it, and where there is something else.
    func enter(_ kind: Unicode.Scalar, _ contents: String) -> Bool {
        unsafe sd_bus_message_enter_container(message, CChar(UInt8(ascii: kind)), contents) > 0
    }

    func leave() -> Bool { unsafe sd_bus_message_exit_container(message) >= 0 }

    func skip(_ types: String) -> Bool { unsafe sd_bus_message_skip(message, types) >= 0 }

    func readText() -> String? {
        var text: UnsafePointer<CChar>?
        guard unsafe sd_bus_message_read_basic(message, CChar(UInt8(ascii: "s")), &text) > 0 else { return nil }
        return unsafe Self.text(text)
    }

    func readNumber() -> UInt32? {
        var number: UInt32 = 0
        return unsafe sd_bus_message_read_basic(message, CChar(UInt8(ascii: "u")), &number) > 0 ? number : nil
    }

    func readFlag() -> Bool? {
        var flag: CInt = 0
        return unsafe sd_bus_message_read_basic(message, CChar(UInt8(ascii: "b")), &flag) > 0 ? flag != 0 : nil
    }

    /// A descriptor that the caller closes.
    func readDescriptor() -> CInt? {
        var descriptor: CInt = -1
        guard unsafe sd_bus_message_read_basic(message, CChar(UInt8(ascii: "h")), &descriptor) > 0 else { return nil }
        let own = fcntl(descriptor, F_DUPFD_CLOEXEC, 3)
        return own >= 0 ? own : nil
    }

    private static func text(_ text: UnsafePointer<CChar>?) -> String? {
        guard let text = unsafe text else { return nil }
        return unsafe String(cString: text)
    }
}
