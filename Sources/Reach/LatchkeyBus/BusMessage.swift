// One message of the system bus.
// SPDX-License-Identifier: Apache-2.0

import CLatchkeySystemd
import Glibc

/// Read from its start to its end, by the thread of its connection.
@safe
package struct BusMessage: ~Copyable {
    private let library: BusLibrary
    private let message: OpaquePointer

    /// Takes over the reference that the caller has.
    init(owning message: OpaquePointer, of library: BusLibrary) {
        self.library = library
        unsafe self.message = unsafe message
    }

    deinit { _ = unsafe library.calls.message_unref(message) }

    /// The unique name of who sent it, which the bus fills in.
    package var sender: String? { unsafe Self.text(library.calls.message_get_sender(message)) }
    package var path: String? { unsafe Self.text(library.calls.message_get_path(message)) }

    package func isSignal(_ member: String, of interface: String) -> Bool {
        unsafe library.calls.message_is_signal(message, interface, member) > 0
    }

    /// Goes into an array, an entry of a dictionary, a struct or a variant.
    /// - Returns: false at the end of what is around it, and if there is something else.
    package func enter(_ kind: Unicode.Scalar, _ contents: String) -> Bool {
        unsafe library.calls.message_enter_container(message, CChar(UInt8(ascii: kind)), contents) > 0
    }

    package func leave() -> Bool { unsafe library.calls.message_exit_container(message) >= 0 }

    package func skip(_ types: String) -> Bool { unsafe library.calls.message_skip(message, types) >= 0 }

    package func readText() -> String? {
        var text: UnsafePointer<CChar>?
        guard unsafe library.calls.message_read_basic(message, CChar(UInt8(ascii: "s")), &text) > 0 else { return nil }
        return unsafe Self.text(text)
    }

    /// The path of an object.
    package func readPath() -> String? {
        var text: UnsafePointer<CChar>?
        guard unsafe library.calls.message_read_basic(message, CChar(UInt8(ascii: "o")), &text) > 0 else { return nil }
        return unsafe Self.text(text)
    }

    package func readNumber() -> UInt32? {
        var number: UInt32 = 0
        return unsafe library.calls.message_read_basic(message, CChar(UInt8(ascii: "u")), &number) > 0 ? number : nil
    }

    package func readFlag() -> Bool? {
        var flag: CInt = 0
        return unsafe library.calls.message_read_basic(message, CChar(UInt8(ascii: "b")), &flag) > 0 ? flag != 0 : nil
    }

    /// A descriptor that the caller closes.
    package func readDescriptor() -> CInt? {
        var descriptor: CInt = -1
        guard unsafe library.calls.message_read_basic(message, CChar(UInt8(ascii: "h")), &descriptor) > 0 else {
            return nil
        }
        let own = fcntl(descriptor, F_DUPFD_CLOEXEC, 3)
        return own >= 0 ? own : nil
    }

    private static func text(_ text: UnsafePointer<CChar>?) -> String? {
        guard let text = unsafe text else { return nil }
        return unsafe String(cString: text)
    }
}
