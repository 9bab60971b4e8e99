// libsystemd's sd-login.
// SPDX-License-Identifier: Apache-2.0

import CLatchkeySystemd
import Glibc

/// Loaded when a session is first asked for (Decision 26).
@safe
final class LoginLibrary: Sendable {
    let calls: latchkey_login_calls

    /// Nil if libsystemd is not installed.
    static let shared = LoginLibrary()

    private init?() {
        var calls = latchkey_login_calls()
        guard unsafe latchkey_login_load(&calls) == 1 else { return nil }
        self.calls = calls
    }

    /// The text that a function of sd-login gives, which is freed; nil if it gives none.
    static func text(_ call: (UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>) -> CInt) -> String? {
        var text: UnsafeMutablePointer<CChar>?
        guard unsafe call(&text) >= 0, let text = unsafe text else { return nil }
        defer { unsafe free(text) }
        return unsafe String(cString: text)
    }

    /// The user of a session.
    static func owner(of session: String) -> UInt32? {
        var user: uid_t = .max
        guard let calls = shared?.calls, unsafe calls.session_get_uid(session, &user) >= 0 else { return nil }
        return user
    }
}
