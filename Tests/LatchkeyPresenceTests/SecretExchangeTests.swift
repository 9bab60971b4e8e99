// The exchange of secrets with a prompter, against numbers that Python and openssl(1) have computed.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyPlatform
import LatchkeyPresence
import LatchkeyTestSupport
import Testing

/// With the exponents 0x0102…20 and 0x6566…84.
private enum Computed {
    static let own =
        "xJq+iqU3fxggYf2ioBbNNogB2ceMBfi6kw9fuzglEpWuXmn8U0WQcVDotO+PDpGoziz2D7vTK3t+LWh8sxEY/+WKo8SsKQKrQs0j"
        + "NQ1Go/0qFQDU1PUQSUod8+P3sgTEHed2BUnq/vI0ljhCbOm/YpPmQXkhLoeF1eOIDkKVXDi2o0moaiibBq1ia0P61gLHD9Gx/iNf"
        + "opxlY0SCr4kxSZr/9Qvvw7FQIj+Hvl5GbRUTnarJA82BtLhLHomUFaYH"
    static let peer =
        "YEiLFITdW669ZAvCQSdkp4XiGVaTCMBh9ZyWZpJEDUptyHmvToQY8zLR23c1KpwiCuYCV0nV0oCc+GUOoi3fWoyNG2d8UiKbkOMG"
        + "DVvp6w6o4J8mbxsbSjrI7pAowW40ObcyJ//GsRluSgZEcya+hKch4ocLFtTlDiodXGdeXIzj/tV1urHmgmmJUiOoHOP2Cc7F0RAK"
        + "RFZuknTwig0J9rWu/9yJHxw4NGnla1dDd9UeTdB4XVXCudo5Q4W0+S/F"
    static let vector = "AAECAwQFBgcICQoLDA0ODw=="
    /// Of "ein Wort, ü", and of nothing.
    static let (word, nothing) = ("kxLjXXLh/giiuanDeJ1y8Q==", "QwBZncenYRj7We26F7S7oQ==")

    static func text(_ lines: String...) -> String { (["[sx-aes-1]"] + lines).joined(separator: "\n") + "\n" }
}

@Suite("The exchange of secrets with a prompter")
struct SecretExchangeTests {
    private func exchange() throws -> SecretExchange {
        try SecretExchange(exponent: SecretBytes(unrecorded: Array(1...32)))
    }

    @Test("Both sides have the same key, and a secret is read")
    func reads() throws {
        var exchange = try exchange()
        #expect(exchange.text == Computed.text("public=" + Computed.own))
        let first = try exchange.receive(Computed.text("public=" + Computed.peer))
        #expect(first == nil)
        for (sealed, count) in [(Computed.word, 12), (Computed.nothing, 0)] {
            let secret = try exchange.receive(
                Computed.text("public=" + Computed.peer, "secret=" + sealed, "iv=" + Computed.vector))
            #expect(secret?.count == count)
            if count > 0 { #expect(secret == ItemSecret(SecretBytes(unrecorded: Array("ein Wort, ü".utf8)))) }
        }
    }

    @Test(
        "Anything else is refused",
        arguments: [
            "", "[sx-aes-1]", "[other]\npublic=AAAA\n", "public=AAAA\n", "[sx-aes-1]\npublic\n",
            "[sx-aes-1]\npublic=\n",
            Computed.text("public=AQ=="), Computed.text("public=AA=="), Computed.text("public=Ag"),
            Computed.text("public=A==="), Computed.text("public=Ah=="), Computed.text("public=A*=="),
            Computed.text("public=" + String(repeating: "/", count: 260)),
            Computed.text("public=" + Computed.peer, "secret=" + Computed.word),
            Computed.text("public=" + Computed.peer, "secret=" + Computed.word, "iv=AAAA"),
            Computed.text("public=" + Computed.peer, "secret=AAAA", "iv=" + Computed.vector),
            Computed.text("public=" + Computed.peer, "secret=" + Computed.vector, "iv=" + Computed.vector),
            Computed.text("public=" + Computed.peer, "secret=", "iv=" + Computed.vector),
            Computed.text("public=" + Computed.peer, String(repeating: "a=AAAA\n", count: 64)),
            Computed.text("public=" + Computed.peer, "a=" + String(repeating: "A", count: ExchangeText.largestCount)),
        ])
    func refuses(_ text: String) throws {
        var exchange = try exchange()
        var code: KeychainError.Code?
        do throws(KeychainError) { _ = try exchange.receive(text) } catch { code = error.code }
        #expect(code == .decode)
    }

    @Test("What a text says is written as it is read", arguments: [1, 2, 3, 190, 191, 192])
    func texts(_ count: Int) {
        let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 * 37 + 5) }
        #expect(ExchangeText(ExchangeText(publicValue: bytes).text)?.publicValue == bytes)
    }
}
