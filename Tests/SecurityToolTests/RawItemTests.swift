// The words of `security item`, and its listing.
// SPDX-License-Identifier: Apache-2.0

import KeychainModel
import SecurityTool
import TestSupport
import Testing

@Suite struct RawItemTests {
    private func item(_ texts: String...) throws -> RawItem { try RawItem(texts.map(word)) }

    @Test func `assignments are separated by commas, and a backslash keeps the next byte`() throws {
        let list = try RawAssignment.list(of: word(#"class=genp,acct=a\,b\\c,svce=,v_Data"#))
        #expect(list.map(\.name) == ["class", "acct", "svce", "v_Data"])
        #expect(list.map { text($0.value) } == ["genp", #"a,b\c"#, "", nil])
        #expect(list.allSatisfy { !$0.isHexadecimal })
    }

    @Test func `a value after 0x is hexadecimal unless a backslash stands before it`() throws {
        let list = try RawAssignment.list(of: word(#"atag=0x4a4b,labl=\0x4a,icmt=00x4a"#))
        #expect(list.map { text($0.value) } == ["JK", "0x4a", "00x4a"])
        #expect(list.map(\.isHexadecimal) == [true, false, false])
    }

    @Test(arguments: ["=x", "acct=a,,svce=b", #"acct=a\"#, "atag=0x4", "atag=0x4g"])
    func `what is no assignment shows the usage`(text: String) {
        #expect {
            try RawAssignment.list(of: word(text))
        } throws: { error in
            (error as? CommandFailure)?.result == 2
        }
    }

    @Test func `the data of an item is wiped from the arguments and left out of the echo`() throws {
        let command = try #require(CommandTable.command(abbreviated: "item"))
        let secret: TestSecret = "data"
        let given = words("-u", "v_Data=" + secret.text, "class=genp,acct=bob", "v_Data=" + secret.text)
        let arguments = try Tool.parse(given, of: command)
        #expect(arguments.secretPlaces.map(\.word) == [1, 3])
        #expect(arguments.secretPlaces.map(\.offset) == [7, 7])
        #expect(
            Tool.echo("item", given, arguments)
                == #"item "-u" "v_Data=<password>" "class=genp,acct=bob" "v_Data=<password>""#)
        let joined = words("-uacct=x,v_Data=" + secret.text, "class=genp")
        #expect(try Tool.parse(joined, of: command).secretPlaces.map(\.offset) == [16])
    }

    @Test func `a search has attributes of the kinds of their columns, and finds all that can be shown`() throws {
        let query = try item("class=cert,subj=0x30,slnr=7,ctyp=3", "labl=Root,agrp=g").search()
        #expect(query.itemClass == .certificate)
        #expect(
            query.matching == [
                .subject: .data([0x30]), .serialNumber: .data([0x37]), .certificateType: .number(3),
                .label: .string("Root"),
            ])
        #expect(query.accessGroup == AccessGroup(rawValue: "g"))
        #expect(query.limit == .all)
        #expect(query.authenticationUI == .skip)
        #expect(query.synchronizable == .localOnly)
    }

    @Test func `a search takes match keys and the values of synchronizable`() throws {
        let query = try item("class=genp,m_Limit=m_LimitOne,m_CaseInsensitive=1,u_AuthUI=u_AuthUIA,sync=syna").search()
        #expect(query.limit == .one)
        #expect(query.ignoresCase)
        #expect(query.authenticationUI == .allow)
        #expect(query.synchronizable == .any)
        #expect(try item("class=genp,sync=1").search().synchronizable == .synchronizableOnly)
        #expect(try item("class=genp,m_Limit=3").search().limit == .atMost(3))
    }

    @Test func `a persistent reference stands for class and attributes`() throws {
        let identifier = try #require(RowIdentifier(Array(repeating: 0xab, count: 16)))
        let reference = PersistentReference(itemClass: .key, identifier: identifier)
        let query = try item("v_PersistentRef=0x6b657973" + String(repeating: "ab", count: 16)).search()
        #expect(query.itemClass == .key)
        #expect(query.persistentReference == reference)
    }

    @Test(
        arguments: [
            ("class=genp,subj=x", -25303), ("class=genp,accc=x", -25303), ("class=genp,ggrp=x", -34018),
            ("class=genp,cdat=yesterday", -50), ("class=genp,sync=x", -50), ("v_PersistentRef=0x00", -50),
            ("class=none", 2), ("acct=bob", 2), ("class=genp,account=bob", 2), ("class=genp,m_Limit=0", 2),
        ] as [(String, Int32)]) func `a search refuses what the class does not have`(words: String, result: Int32)
    {
        #expect {
            _ = try item(words).search()
        } throws: { error in
            (error as? CommandFailure)?.result == result
        }
    }

    @Test func `updates and deletes take no match keys, and a change names no class`() throws {
        let limited = try item("class=genp,m_Limit=m_LimitOne")
        #expect(throws: CommandFailure.self) { try limited.selection(calling: "SecItemDelete") }
        #expect(throws: CommandFailure.self) { try item("class=genp,labl=x").change(of: .genericPassword) }
        let change = try item("labl=x,cdat=20010101000000Z").change(of: .genericPassword)
        #expect(change.attributes == [.label: .string("x")])
    }

    @Test func `a search for identities shares what it says out between certificate and key`() throws {
        let query = try item("class=idnt,labl=Bob,issr=0x30,pkhh=0xab,klbl=0xab,agrp=g,sync=1").identities(calling: "")
        #expect(
            query.certificate.matching == [
                .label: .string("Bob"), .issuer: .data([0x30]), .publicKeyHash: .data([0xab]),
            ])
        #expect(query.key.matching == [.applicationLabel: .data([0xab])])
        #expect(query.accessGroup == AccessGroup(rawValue: "g"))
        #expect(query.key.synchronizable == .synchronizableOnly)
        #expect(throws: CommandFailure.self) { try item("class=idnt,acct=x").identities(calling: "") }
    }

    @Test func `an identity is deleted by its reference alone`() throws {
        let reference = "v_PersistentRef=0x69646e74" + String(repeating: "ab", count: 16)
        let identifier = try #require(RowIdentifier(Array(repeating: 0xab, count: 16)))
        let query = try item(reference).deletedIdentity()
        #expect(query.certificate.persistentReference?.identifier == identifier)
        #expect(throws: CommandFailure.self) { try item(reference, "labl=x").deletedIdentity() }
        #expect(throws: CommandFailure.self) { try item("class=idnt,labl=x").deletedIdentity() }
    }

    @Test func `where the data comes from is told apart`() throws {
        guard case .given(let secret)? = try item("class=genp,v_Data=x").secret else {
            Issue.record("the data was given")
            return
        }
        #expect(text(secret) == "x")
        guard case .standardInput? = try item("class=genp,v_Data=-").secret else {
            Issue.record("the data is on standard input")
            return
        }
        guard case .prompt? = try item("class=genp,v_Data").secret else {
            Issue.record("the data is to be asked for")
            return
        }
        #expect(try item("class=genp").secret == nil)
    }

    @Test(
        arguments: [
            (.string("a,b\\c"), #"a\,b\\c"#), (.string("0x41"), #"\0x41"#), (.string("caf\u{e9}"), "0x636166c3a9"),
            (.data([0x41, 0]), "0x4100"), (.number(-7), "-7"), (.date(0), "20010101000000Z"), (.string(""), ""),
        ] as [(AttributeValue, String)]) func `a value is shown as it can be given again`(
            value: AttributeValue, shown: String
        )
    {
        #expect(RawValue.text(of: value) == Array(shown.utf8))
    }

    @Test(arguments: ["20230308202640Z", "20010101000000Z", "99991231235959Z"])
    func `a date is read as it is shown`(shown: String) throws {
        let seconds = try #require(DateText.seconds(fromCompact: shown))
        #expect(DateText.compact(seconds) == shown)
    }

    @Test(arguments: ["20230230000000Z", "2023", "20230101000000", "2023010100000aZ", ""])
    func `what is no date is refused`(text: String) {
        #expect(DateText.seconds(fromCompact: text) == nil)
    }

    @Test func `a listing has the names of the columns`() throws {
        let identifier = try #require(RowIdentifier(Array(repeating: 1, count: 16)))
        let item = Item(
            reference: PersistentReference(itemClass: .genericPassword, identifier: identifier),
            attributes: [.account: .string("bob"), .creationDate: .date(0), .uuid: .string("hidden")],
            accessControl: AccessControl(protection: .ak, flags: nil), secret: nil)
        let printed = String(decoding: RawListing.text(of: item), as: UTF8.self)
        #expect(
            printed == """
                class=genp
                acct=bob
                cdat=20010101000000Z
                v_PersistentRef=0x67656e7001010101010101010101010101010101

                """)
    }
}
