// Which names of preferences are meant for a service.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyObjects
import Testing

@Suite struct ServiceNameTests {
    private func candidates(_ name: String) -> [String]? { ServiceName(name)?.candidates }

    @Test func `a URL is found by itself, without its query, by the folders above it, then by domain`() {
        #expect(
            candidates("https://ann@www.example.com:8443/a/b/page?x=/y#z") == [
                "https://ann@www.example.com:8443/a/b/page?x=/y#z", "https://ann@www.example.com:8443/a/b/page",
                "https://ann@www.example.com:8443/a/b/", "https://ann@www.example.com:8443/a/",
                "https://ann@www.example.com:8443/", "*.example.com", "*.com",
            ])
        #expect(candidates("https://example.com") == ["https://example.com", "https://example.com/", "*.com"])
        #expect(candidates("https://example.com/") == ["https://example.com/", "*.com"])
        #expect(
            candidates("imap://mail.example.com//x") == [
                "imap://mail.example.com//x", "imap://mail.example.com//", "imap://mail.example.com/",
                "*.example.com", "*.com",
            ])
    }

    @Test func `a host is found by itself and by domain`() {
        #expect(candidates("one.two.example") == ["one.two.example", "*.two.example", "*.example"])
        #expect(candidates("localhost") == ["localhost"])
    }

    @Test(arguments: [
        "192.0.2.1", "ann@example.com", "My service", "example..com", ".example.com", "*.example.com", "a/b.c",
        "https://", "://example.com", "https:///path.x/", "https://?q://x.example/",
    ])
    func `what is neither is found by itself alone`(name: String) {
        #expect(candidates(name) == [name])
    }

    @Test(arguments: ["https://192.0.2.1/", "https://[2001:db8::1]:443/", "https://localhost/"])
    func `addresses in numbers are in no domain`(name: String) {
        #expect(candidates(name) == [name])
    }

    @Test func `the number of names is bounded, and the nearest and the server are among them`() throws {
        let name = "https://" + String(repeating: "a.", count: 500) + "example" + String(repeating: "/x", count: 1200)
        let found = try #require(candidates(name))
        #expect(found.count < 140)
        #expect(found[1] == String(name.dropLast()))
        #expect(found.contains { $0.hasSuffix("example/") })
        #expect(found.contains("*.example"))
        #expect(ServiceName("") == nil)
        #expect(ServiceName(String(repeating: "x", count: 4096)) != nil)
        #expect(ServiceName(String(repeating: "x", count: 4097)) == nil)
    }

    @Test func `the name is not printed`() throws {
        let name = try #require(ServiceName("https://hidden.example/"))
        #expect(!"\(name) \(String(reflecting: name))".contains("hidden"))
    }
}
