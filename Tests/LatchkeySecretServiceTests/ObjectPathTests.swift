// Tests of the paths of objects.
// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import LatchkeySecretService

@Suite("Paths of the Secret Service")
struct ObjectPathTests {
    @Test(
        "A path that is read is written as it was",
        arguments: [
            "/", "/org", "/org/freedesktop", "/org/freedesktop/secrets", "/org/freedesktop/secrets/collection",
            "/org/freedesktop/secrets/aliases", "/org/freedesktop/secrets/session", "/org/freedesktop/secrets/prompt",
            "/org/freedesktop/secrets/collection/login", "/org/freedesktop/secrets/collection/login/1",
            "/org/freedesktop/secrets/collection/My_20keys_2e/9223372036854775807",
            "/org/freedesktop/secrets/aliases/default", "/org/freedesktop/secrets/aliases/default/12",
            "/org/freedesktop/secrets/session/s1", "/org/freedesktop/secrets/prompt/p1",
            "/org/freedesktop/secrets/prompt/u27",
        ])
    func roundTrip(_ text: String) throws {
        #expect(try #require(ObjectPath(text)).text == text)
    }

    @Test(
        "What names nothing is no path",
        arguments: [
            "", "/not/existing/path", "/org/freedesktop/secret", "/org/freedesktop/secretsx",
            "/org/freedesktop/secrets/", "/org/freedesktop/secrets/x", "/org/freedesktop/secrets/collection/",
            "/org/freedesktop/secrets/collection/login/", "/org/freedesktop/secrets/collection/login/1/2",
            "/org/freedesktop/secrets/collection/login/0", "/org/freedesktop/secrets/collection/login/01",
            "/org/freedesktop/secrets/collection/login/-1", "/org/freedesktop/secrets/collection/login/x",
            "/org/freedesktop/secrets/collection/login/9223372036854775808",
            "/org/freedesktop/secrets/collection/login/99999999999999999999999",
            "/org/freedesktop/secrets/collection/a_", "/org/freedesktop/secrets/collection/a_2",
            "/org/freedesktop/secrets/collection/a_2E", "/org/freedesktop/secrets/collection/_61",
            "/org/freedesktop/secrets/collection/_ff", "/org/freedesktop/secrets/session/1",
            "/org/freedesktop/secrets/session/s", "/org/freedesktop/secrets/session/s01",
            "/org/freedesktop/secrets/session/s1/1", "/org/freedesktop/secrets/prompt/x1",
            "/org/freedesktop/secrets/aliases/",
        ])
    func nothing(_ text: String) {
        #expect(ObjectPath(text) == nil)
    }

    @Test("Every name is escaped, and found again", arguments: ["login", "My keys.", "a_b", "ü", "\u{7f}\u{1}/"])
    func escaping(_ name: String) throws {
        let path = CollectionName.collection(KeychainName(name)).path
        let legal = path.utf8.allSatisfy { byte in
            byte == UInt8(ascii: "_") || byte == UInt8(ascii: "/")
                || (byte < 128 && Character(UnicodeScalar(byte)).isLetter)
                || (48...57).contains(byte)
        }
        #expect(legal)
        #expect(ObjectPath(path) == .collection(.collection(KeychainName(name))))
    }

    @Test("A name is escaped as gnome-keyring does it")
    func asGnomeKeyring() {
        #expect(CollectionIdentifier.escaped("Default keyring") == "Default_20keyring")
        #expect(CollectionIdentifier.escaped("a_b") == "a_5fb")
    }
}
