// Nothing that is read of a dictionary prints what a user stored.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyModel
import LatchkeyPlatform
import LatchkeyTestSupport
import Testing

@testable import LatchkeyQuery

@Suite struct PrintingTests {
    private static let secret = TestSecret("secret of a dictionary")
    private static let account = "visible-account"
    private static let forbidden = printedForms(of: secret.bytes) + printedForms(of: Array(account.utf8))

    private static func authentication() -> Authentication {
        var authentication = Authentication()
        authentication.reason = account
        authentication.applicationPassword = ItemSecret(secret)
        return authentication
    }

    private static func pairs() -> [(String, QueryValue)] {
        [
            ("class", .string("genp")), ("acct", .string(account)), ("gena", .data(Array(account.utf8))),
            ("v_Data", .secret(ItemSecret(secret))), ("u_AuthCtx", .context(authentication())),
        ]
    }

    private func expectNothingShown(_ value: Any, sourceLocation: SourceLocation = #_sourceLocation) {
        let text = everyPrint(of: value)
        for word in Self.forbidden {
            let isShown = text.contains(word)
            #expect(!isShown, sourceLocation: sourceLocation)
        }
    }

    @Test func `no value of a dictionary shows what it is`() {
        for (_, value) in Self.pairs() { expectNothingShown(value) }
        expectNothingShown(QueryValue.list([.string(Self.account), .data(Self.secret.bytes)]))
        expectNothingShown(QueryValue.keychain(Self.account))
        expectNothingShown(Self.pairs().map(\.1))
    }

    @Test func `neither a dictionary nor what is made of it shows a value`() throws {
        let dictionary = try QueryDictionary(Self.pairs().map { (key: try QueryKey(named: $0.0), value: $0.1) })
        expectNothingShown(dictionary)
        expectNothingShown(dictionary.entries)
        expectNothingShown(try ItemAddition(parsing: dictionary))
        expectNothingShown(try Search(parsing: dictionary, for: .copy))
    }

    @Test func `what is looked for is found where it is shown`() {
        let text = everyPrint(of: [Self.account])
        #expect(text.contains(Self.account))
    }
}
