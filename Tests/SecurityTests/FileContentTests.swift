// The files of a keychain show nothing of what is in it.
// SPDX-License-Identifier: Apache-2.0

import Crypto
import Foundation
import LatchkeyClient
import LatchkeyModel
import LatchkeyPlatform
import LatchkeyTestSupport
import Security
import Testing

@Suite struct FileContentTests {
    /// Every text that is stored in one item: the secret and all attributes that a program chooses.
    private static let values: [CFString: String] = [
        kSecValueData: TestSecret("the-stored-secret-4711").text, kSecAttrAccount: "account-of-the-person",
        kSecAttrService: "service-on-the-net", kSecAttrLabel: "label-for-the-eye", kSecAttrComment: "comment-of-mine",
        kSecAttrDescription: "description-in-words", kSecAttrGeneric: "generic-bytes-here",
    ]

    /// What a value would look like if it were stored in the clear, re-encoded, or as a digest without a key.
    private static func traces(of text: String) -> [(name: String, bytes: Data)] {
        let bytes = Data(text.utf8)
        let digests: [(String, Data)] = [
            ("MD5", Data(Insecure.MD5.hash(data: bytes))), ("SHA-1", Data(Insecure.SHA1.hash(data: bytes))),
            ("SHA-256", Data(SHA256.hash(data: bytes))), ("SHA-512", Data(SHA512.hash(data: bytes))),
        ]
        var traces: [(String, Data)] = [
            ("UTF-8", bytes), ("part of it", bytes.prefix(12)), ("folded", Data(text.lowercased().utf8)),
            ("UTF-16", Data(text.utf16.flatMap { [UInt8($0 & 0xff), UInt8($0 >> 8)] })),
            ("Base64", Data(bytes.base64EncodedString().utf8.prefix(12))),
        ]
        for (name, digest) in digests {
            traces.append((name, digest.prefix(8)))
            traces.append((name + " in hexadecimal", Data(hexadecimal(digest.prefix(8)).utf8)))
            traces.append((name + " in upper-case hexadecimal", Data(hexadecimal(digest.prefix(8)).uppercased().utf8)))
        }
        return traces + [("hexadecimal", Data(hexadecimal(bytes.prefix(8)).utf8))]
    }

    private static func hexadecimal(_ bytes: Data) -> String {
        bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }

    /// All bytes of all files in the home: the keychain, its log, its index, the device key.
    private func contents(of home: TemporaryHome) throws -> Data {
        let names = try FileManager.default.contentsOfDirectory(atPath: home.path)
        #expect(names.contains("login.keychain-db"))
        return names.reduce(into: Data()) { all, name in
            all.append(FileManager.default.contents(atPath: home.path + "/" + name) ?? Data())
        }
    }

    @Test(arguments: [false, true])
    func `neither a secret nor an attribute nor its digest without a key is in the files`(hasPassword: Bool) throws {
        let password: TestSecret? = hasPassword ? "password-of-the-keychain" : nil
        let changedSecret: TestSecret = "the-changed-secret-0815"
        let home = try TemporaryHome()
        let calls = ItemCalls(client: home.client)
        _ = try home.client.perform(.create(password: password.map(ItemSecret.init)))
        var item: [CFString: Any] = [kSecClass: kSecClassGenericPassword]
        for (key, text) in Self.values { item[key] = key == kSecValueData ? Data(text.utf8) : text }
        #expect(unsafe calls.add(item as CFDictionary, nil) == errSecSuccess)
        // A changed secret leaves no old one behind either.
        let changed = [kSecValueData: changedSecret.data] as CFDictionary
        #expect(calls.update([kSecClass: kSecClassGenericPassword] as CFDictionary, changed) == errSecSuccess)

        let files = try contents(of: home)
        for text in Array(Self.values.values) + [changedSecret.text, password?.text ?? "never-used"] {
            for trace in Self.traces(of: text) {
                #expect(files.range(of: trace.bytes) == nil, "\(trace.name) of a value is in the files")
            }
        }
    }

    @Test func `the search for traces finds what is stored in the clear`() throws {
        // The access group is in the clear by design, so that the test above is known to be able to fail.
        let home = try TemporaryHome()
        let item = [kSecClass: kSecClassGenericPassword, kSecAttrAccount: "x"] as CFDictionary
        #expect(unsafe ItemCalls(client: home.client).add(item, nil) == errSecSuccess)
        let files = try contents(of: home)
        #expect(Self.traces(of: "TEAM123456.test").contains { files.range(of: $0.bytes) != nil })
    }

    @Test func `files and directories are the user's alone`() throws {
        let home = try TemporaryHome()
        _ = try home.client.perform(.create(password: nil))
        for name in try FileManager.default.contentsOfDirectory(atPath: home.path) {
            let attributes = try FileManager.default.attributesOfItem(atPath: home.path + "/" + name)
            #expect((attributes[.posixPermissions] as? Int).map { $0 & 0o077 } == 0, "\(name)")
        }
    }
}
