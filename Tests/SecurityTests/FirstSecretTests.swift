// The code of the article "Your first secret", as it stands there.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import LatchkeyTestSupport
import Security
import Testing

/// The functions of the article. A program calls `SecItemAdd` and its like; here the calls go to a keychain of the
/// test.
private struct Article {
    let calls: ItemCalls

    func SecItemAdd(_ attributes: CFDictionary, _ result: UnsafeMutablePointer<CFTypeRef?>?) -> OSStatus {
        unsafe calls.add(attributes, result)
    }
    func SecItemCopyMatching(_ query: CFDictionary, _ result: UnsafeMutablePointer<CFTypeRef?>?) -> OSStatus {
        unsafe calls.copyMatching(query, result)
    }
    func SecItemUpdate(_ query: CFDictionary, _ changes: CFDictionary) -> OSStatus { calls.update(query, changes) }
    func SecItemDelete(_ query: CFDictionary) -> OSStatus { calls.delete(query) }

    // article: name
    let name: [CFString: Any] = [
        kSecClass: kSecClassGenericPassword,
        kSecAttrService: "com.example.weather",
        kSecAttrAccount: "api-token",
    ]
    // article: end

    // article: store
    func store(_ token: String) throws {
        var item = name
        item[kSecValueData] = Data(token.utf8)
        item[kSecAttrAccessible] = kSecAttrAccessibleAfterFirstUnlock
        try check(unsafe SecItemAdd(item as CFDictionary, nil))
    }
    // article: end

    // article: read
    func token() throws -> String? {
        var query = name
        query[kSecReturnData] = true
        var result: CFTypeRef?
        let status = unsafe SecItemCopyMatching(query as CFDictionary, &result)
        if status == errSecItemNotFound { return nil }
        try check(status)
        guard let data = result as? Data else { return nil }
        return String(decoding: data, as: UTF8.self)
    }
    // article: end

    // article: update
    func replace(with token: String) throws {
        let change: [CFString: Any] = [kSecValueData: Data(token.utf8)]
        try check(SecItemUpdate(name as CFDictionary, change as CFDictionary))
    }
    // article: end

    // article: delete
    func forget() throws {
        let status = SecItemDelete(name as CFDictionary)
        if status != errSecItemNotFound { try check(status) }
    }
    // article: end
}

// article: errors
struct KeychainFailure: Error, CustomStringConvertible {
    let status: OSStatus
    var description: String {
        SecCopyErrorMessageString(status, nil) as String? ?? "OSStatus \(status)"
    }
}

func check(_ status: OSStatus) throws {
    guard status == errSecSuccess else { throw KeychainFailure(status: status) }
}
// article: end

@Suite struct FirstSecretTests {
    @Test func `a secret is stored, read, replaced and forgotten`() throws {
        let home = try TemporaryHome()
        let article = Article(calls: ItemCalls(client: home.client))
        #expect(try article.token() == nil)
        try article.store(TestSecret("first").text)
        #expect(try article.token() == TestSecret("first").text)
        let duplicate = #expect(throws: KeychainFailure.self) { try article.store(TestSecret("again").text) }
        #expect(duplicate?.status == errSecDuplicateItem)
        try article.replace(with: TestSecret("second").text)
        #expect(try article.token() == TestSecret("second").text)
        try article.forget()
        try article.forget()
        #expect(try article.token() == nil)
        let missing = #expect(throws: KeychainFailure.self) { try article.replace(with: TestSecret("third").text) }
        #expect(missing?.status == errSecItemNotFound)
    }

    /// Without the indentation and the word `unsafe`, which a program without strict memory safety leaves out.
    private func lines(of text: Substring) -> [String] {
        text.split(separator: "\n")
            .map { $0.replacingOccurrences(of: "unsafe ", with: "").trimmingCharacters(in: .whitespaces) }
            .filter { !$0.isEmpty }
    }

    @Test func `the article shows the code that this test runs`() throws {
        let here = URL(filePath: #filePath)
        let root = here.deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        let article = try String(
            contentsOf: root.appending(path: "Sources/FrontEnds/Security/Security.docc/YourFirstSecret.md"),
            encoding: .utf8)
        let shown = article.components(separatedBy: "```swift\n").dropFirst().compactMap {
            $0.components(separatedBy: "```").first
        }
        let source = try String(contentsOf: here, encoding: .utf8)
        let marker = "// article" + ": "
        var run: [String: [String]] = [:]
        for section in source.components(separatedBy: marker) where !section.hasPrefix("end") {
            guard let newline = section.firstIndex(of: "\n") else { continue }
            run[String(section[..<newline])] = lines(of: section[newline...])
        }
        for name in ["name", "store", "read", "update", "delete", "errors"] {
            let code = try #require(run[name])
            #expect(shown.contains { lines(of: $0[...]) == code }, "\(name)")
        }
    }
}
