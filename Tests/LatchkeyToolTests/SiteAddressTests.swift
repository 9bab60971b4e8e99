// URLs as the parts of an internet password.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyTestSupport
import LatchkeyTool
import Testing

@Suite struct SiteAddressTests {
    @Test(arguments: [
        ("https://ex.com/a?b#c", SiteAddress(protocolCode: "htps", server: "ex.com", port: 0, path: "/a?b#c")),
        ("http://ex.com:8080", SiteAddress(protocolCode: "http", server: "ex.com", port: 8080, path: "")),
        ("https://[::1]:443/", SiteAddress(protocolCode: "htps", server: "[::1]", port: 443, path: "/")),
        ("ftp://h/", SiteAddress(protocolCode: "ftp ", server: "h", port: 0, path: "/")),
    ]) func `a plain URL is split`(url: String, parts: SiteAddress) {
        #expect(SiteAddress(url: url) == parts)
        #expect(parts.url == url)
    }

    @Test(arguments: [
        "", "ex.com", "android://hash@com.example/", "https://", "https:///x", "https://u:p@h/", "https://h:/",
        "https://h:0/", "https://h:080/", "https://h:70000/", "HTTPS://h/", "https://h?q", "https://h\n", "htps",
    ]) func `what the parts would not give back is kept whole`(url: String) {
        #expect(SiteAddress(url: url) == SiteAddress(protocolCode: nil, server: url, port: 0, path: ""))
    }

    @Test(arguments: [
        ("https://ex.com/in/box?token=1#part", "ex.com/in/box"), ("ex.com", "ex.com"), ("https://[::1]:80/", "[::1]/"),
        ("https://ann:word@ex.com/in", "ex.com/in"), ("https://ann:w/o?r#d@ex.com/?q", "ex.com/"),
        ("https://ann:w@rd@\u{301}ex.com", "\u{301}ex.com"), ("android://hash@com.example/", "com.example/"),
        ("https://ex.com/@ann", "ex.com/@ann"), ("https://ex.com#token", "ex.com"), ("https://", ""),
    ]) func `a user is told host and path, and no name, password or token that the URL holds`(
        url: String, place: String
    ) {
        #expect(SiteAddress(url: url).place == place)
    }

    /// Pieces that meet every branch when they are put together at random.
    private static let pieces = [
        "http", "https", "ftp", "://", ":", "/", "ex.com", "[::1]", "80", "0", "65536", "?", "#", "@", " ", "", "é",
        "e\u{301}", "%20", "\\", "HTTP",
    ]

    @Test(arguments: 0..<200 as Range<UInt64>) func `any URL comes back to the byte`(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        for _ in 0..<50 {
            let count = Int.random(in: 0...8, using: &random)
            let url = (0..<count).map { _ in Self.pieces.randomElement(using: &random) ?? "" }.joined()
            let address = SiteAddress(url: url)
            #expect(Array(address.url.utf8) == Array(url.utf8))
            #expect(SiteAddress(attributes: address.attributes) == address)
        }
    }
}
