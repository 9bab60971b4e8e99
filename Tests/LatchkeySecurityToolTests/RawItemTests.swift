// The words of `security item`, and its listing.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyCertificates
import LatchkeyModel
import LatchkeyPlatform
import LatchkeyQuery
import LatchkeySecurityTool
import LatchkeyTestSupport
import Security
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

    /// The query of a search for items.
    private func query(_ texts: String...) throws -> ItemQuery {
        guard case .items(let query) = try RawItem(texts.map(word)).search() else {
            throw KeychainError(.internalError, during: "reading a search for items")
        }
        return query
    }

    @Test func `a search has attributes of the kinds of their columns, and finds all that can be shown`() throws {
        let query = try query("class=cert,subj=0x30,slnr=7,ctyp=3", "labl=Root,agrp=g")
        #expect(query.itemClass == .certificate)
        #expect(
            query.matching == [
                .subject: .data([0x30]), .serialNumber: .data([0x37]), .certificateType: .number(3),
                .label: .string("Root"),
            ])
        #expect(query.accessGroup == AccessGroup(rawValue: "g"))
        #expect(query.limit == .all)
        #expect(query.returning == [.attributes, .persistentReference])
        #expect(query.authentication.ui == .skip)
        #expect(query.synchronizable == .localOnly)
    }

    @Test func `a search takes match keys and the values of synchronizable`() throws {
        let limited = try query("class=genp,m_Limit=m_LimitOne,m_CaseInsensitive=1,u_AuthUI=u_AuthUIA,sync=syna")
        #expect(limited.limit == .one)
        #expect(limited.ignoresCase)
        #expect(limited.authentication.ui == .allow)
        #expect(limited.synchronizable == .any)
        #expect(try query("class=genp,sync=1").synchronizable == .synchronizableOnly)
        #expect(try query("class=genp,u_NoAuthUI=1").authentication.ui == .fail)
        let server = try query("class=inet,m_HostOrSubdomainOfHost=example.org")
        #expect(server.hostOrSubdomain == "example.org")
        let issued = try query("class=cert,m_Issuers=0x3100,m_ValidOnDate=20010101000000Z,m_SubjectContains=Bob")
        #expect(issued.certificateConditions.issuers == [[0x31, 0]])
        #expect(issued.certificateConditions.validity == .date(0))
        #expect(issued.certificateConditions.subject == [.init(.anywhere, "Bob")])
        #expect(try query("class=cert,m_ValidOnDate=").certificateConditions.validity == .now)
    }

    @Test(arguments: [("1", .one), ("3", .atMost(3)), ("0", .atMost(0)), ("-1", .all)] as [(String, MatchLimit)])
    func `a limit is a number as in the call`(text: String, limit: MatchLimit) throws {
        #expect(try query("class=genp,m_Limit=" + text).limit == limit)
    }

    @Test func `the data are shown for a return key too, and the key of the data protection keychain says nothing`()
        throws
    {
        #expect(try query("class=genp,r_Data=1,nleg=1").returning.contains(.data))
        #expect(try query("class=genp,r_Data=0,nleg=0") == query("class=genp"))
    }

    @Test func `of two values for one name the last counts`() throws {
        #expect(try query("class=genp,acct=a,acct=b", "class=inet").matching == [.account: .string("b")])
        #expect(try query("class=genp,acct=a,acct=b", "class=inet").itemClass == .internetPassword)
    }

    @Test func `a persistent reference stands for class and attributes`() throws {
        let identifier = try #require(RowIdentifier(Array(repeating: 0xab, count: 16)))
        let reference = PersistentReference(itemClass: .key, identifier: identifier)
        let query = try query("v_PersistentRef=0x6b657973" + String(repeating: "ab", count: 16))
        #expect(query.itemClass == .key)
        #expect(query.persistentReference == reference)
        #expect(query.synchronizable == .any)
    }

    private static let reference = "v_PersistentRef=0x67656e70" + String(repeating: "ab", count: 16)

    @Test(
        arguments: [
            ("class=genp,subj=x", -25303), ("class=genp,accc=x", -50), ("class=genp,ggrp=x", -34018),
            ("class=genp,cdat=yesterday", -50), ("class=genp,sync=x", -50), ("v_PersistentRef=0x00", -50),
            ("v_PersistentRef=0x67656e700000000000000001", -25300), ("class=inet," + reference, -25306),
            (reference + ",acct=zzz", -50), ("class=none", -25306), ("acct=bob", -50), ("class=genp,account=bob", -50),
            ("class=genp,clip=1", -50), ("class=genp,none=1", -25303), ("class=genp,m_Limit=few", -50),
            ("class=genp,ssat=x", -25303),
            ("class=genp,m_CaseInsensitive=yes", -50), ("class=genp,r_Data=2", -50), ("class=genp,u_Tomb=x", -50),
            ("class=genp,u_ItemList=x", -50), ("class=genp,u_AuthUI=x", -50), ("class=genp,u_SystemKeychain=1", -34018),
            ("class=cert,m_Policy=x", -50), ("class=genp,m_Policy=x", -4), ("class=genp,v_Ref=x", -50),
            ("class=genp,m_SearchList=x", -50), ("class=genp,u_Keychain=x", -50), ("class=idnt,acct=x", -25303),
        ] as [(String, Int32)]) func `a search refuses what the call refuses, with its code`(
            words: String, result: Int32
        )
    {
        #expect {
            _ = try item(words).search()
        } throws: { error in
            (error as? KeychainError)?.code.rawValue == result
        }
    }

    @Test(
        arguments: [
            ("class=genp", "labl=x", "class=genp", -25303), ("class=genp", "labl=x", "m_Limit=1", -25303),
            ("class=genp", "ggrp=x", "", -50), ("class=genp", "tkid=com.example:tok", "", -25300),
            ("class=genp,m_Limit=few", "labl=x", "", -50), ("class=genp", "sync=syna", "", -50),
            ("class=idnt", "v_Data=x", "", -50),
        ] as [(String, String, String, Int32)]) func `an update refuses what the call refuses, with its code`(
            words: String, change: String, other: String, result: Int32
        )
    {
        #expect {
            _ = try item(words).update(item(change, other))
        } throws: { error in
            (error as? KeychainError)?.code.rawValue == result
        }
    }

    @Test func `an update leaves out what the store keeps`() throws {
        let secret: TestSecret = "new"
        guard
            case .update(let query, let change) = try item("class=genp,acct=bob").update(
                item("labl=x,cdat=20010101000000Z,v_Data=-"), data: ItemSecret(secret))
        else {
            Issue.record("it is an update of items")
            return
        }
        #expect(query.matching == [.account: .string("bob")])
        #expect(change.attributes == [.label: .string("x")])
        #expect(text(change.secret) == secret.text)
    }

    @Test(
        arguments: [
            ("class=genp,m_Limit=1", -50), ("class=idnt", -50), ("class=genp,tkid=t", -25300), (reference, -50),
            ("acct=bob", -50), ("class=genp,u_AuthUI=u_AuthUIS", -50),
        ] as [(String, Int32)]) func `an addition refuses what the call refuses, with its code`(
            words: String, result: Int32
        )
    {
        #expect {
            _ = try item(words).addition()
        } throws: { error in
            (error as? KeychainError)?.code.rawValue == result
        }
    }

    @Test func `a certificate is described by its data, and by what is said`() throws {
        let certificate = try testCertificate()
        let der = ItemSecret(SecretBytes(unrecorded: certificate.der))
        let addition = try item("class=cert,labl=mine,v_Data=-").addition(data: der)
        #expect(addition.attributes == certificate.attributes.merging([.label: .string("mine")]) { $1 })
        #expect(try item("class=cert,labl=mine,v_Data=x").addition().attributes == [.label: .string("mine")])
    }

    @Test func `a search for identities shares what it says out between certificate and key`() throws {
        guard
            case .identities(let query, false) = try item(
                "class=idnt,labl=Bob,issr=0x3100,pkhh=0xab,klbl=0xab,agrp=g,sync=1"
            ).search()
        else {
            Issue.record("it is a search for identities")
            return
        }
        #expect(query.certificate.matching[.label] == .string("Bob"))
        #expect(query.certificate.matching[.publicKeyHash] == .data([0xab]))
        #expect(query.key.matching == [.applicationLabel: .data([0xab])])
        #expect(query.accessGroup == AccessGroup(rawValue: "g"))
        #expect(query.key.synchronizable == .synchronizableOnly)
        #expect(query.limit == .all)
    }

    @Test func `identities are changed, and deleted by reference or all that match`() throws {
        let reference = "v_PersistentRef=0x69646e74" + String(repeating: "ab", count: 16)
        let identifier = try #require(RowIdentifier(Array(repeating: 0xab, count: 16)))
        guard case .deleteIdentity(let one) = try item(reference).deletion(),
            case .deleteIdentities(let many) = try item("class=idnt,labl=x").deletion(),
            case .updateIdentities(_, let change) = try item("class=idnt,labl=x").update(item("labl=y"))
        else {
            Issue.record("these are requests about identities")
            return
        }
        #expect(one.certificate.persistentReference?.identifier == identifier)
        #expect(many.certificate.matching == [.label: .string("x")])
        #expect(many.key.matching == [.label: .string("x")])
        #expect(change.certificate.attributes == [.label: .string("y")])
        #expect(change.key.attributes == [.label: .string("y")])
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

    @Test func `a file that is no keychain is no usable keychain to a call on items`() {
        let error = KeychainError(.invalidKeychain, during: "a test", hint: "look beside")
        #expect(error.ofItemCalls.code == .notAvailable)
        #expect(error.ofItemCalls.hint?.description == "look beside")
        #expect(KeychainError(.itemNotFound, during: "a test").ofItemCalls.code == .itemNotFound)
    }

    @Test func `a listing has the names of the columns`() throws {
        let identifier = try #require(RowIdentifier(Array(repeating: 1, count: 16)))
        let item = ReturnedItem(
            Item(
                reference: PersistentReference(itemClass: .genericPassword, identifier: identifier),
                attributes: [.account: .string("bob"), .creationDate: .date(0), .uuid: .string("hidden")],
                accessControl: AccessControl(protection: .ak, flags: nil)))
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
