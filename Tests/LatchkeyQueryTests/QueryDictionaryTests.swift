// What the calls read of dictionaries, whoever made them.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyModel
import LatchkeyPlatform
import LatchkeyTestSupport
import Testing

@testable import LatchkeyQuery

@Suite struct QueryDictionaryTests {
    private func dictionary(_ pairs: [(String, QueryValue)]) throws -> QueryDictionary {
        try QueryDictionary(pairs.map { (key: try QueryKey(named: $0.0), value: $0.1) })
    }

    private func search(_ pairs: [(String, QueryValue)]) throws -> ItemQuery? {
        guard case .items(let query) = try Search(parsing: dictionary(pairs), for: .copy) else { return nil }
        return query
    }

    @Test func `of two values under one key the last counts`() throws {
        let query = try search([("class", .string("genp")), ("acct", .string("a")), ("acct", .string("b"))])
        #expect(query?.matching[.account] == .string("b"))
    }

    @Test func `more than 128 keys are refused before one is read`() throws {
        var isAsked = false
        do throws(KeychainError) {
            _ = try QueryDictionary(count: 129) { _ in isAsked = true }
            Issue.record("129 keys were read")
        } catch {
            #expect(error.code == .parameter)
        }
        #expect(!isAsked)
        #expect(try QueryDictionary(count: 128) { $0(.itemClass, .string("genp")) }.entries.count == 1)
    }

    @Test func `a limit is a number or one of two words`() throws {
        let limits: [(QueryValue, MatchLimit)] = [
            (.number(1), .one), (.number(-1), .all), (.number(-7), .atMost(1)), (.number(0), .atMost(0)),
            (.number(12), .atMost(12)), (.string("m_LimitOne"), .one), (.string("m_LimitAll"), .all),
        ]
        for (value, limit) in limits {
            #expect(try search([("class", .string("genp")), ("m_Limit", value)])?.limit == limit)
        }
        for value in [QueryValue.boolean(true), .string("1"), .otherNumber(isZero: false), .null, .list([.number(1)])] {
            #expect { try search([("class", .string("genp")), ("m_Limit", value)]) } throws: {
                ($0 as? KeychainError)?.code == .parameter
            }
        }
    }

    @Test func `a boolean stands for a number where an attribute is one, and a number for a return key`() throws {
        #expect(try search([("class", .string("genp")), ("crtr", .boolean(true))])?.matching[.creator] == .number(1))
        #expect(try search([("class", .string("genp")), ("r_Data", .number(1))])?.returning == .data)
        #expect { try search([("class", .string("genp")), ("r_Data", .string("1"))]) } throws: {
            ($0 as? KeychainError)?.code == .parameter
        }
        #expect { try search([("class", .string("genp")), ("acct", .boolean(true))]) } throws: {
            ($0 as? KeychainError)?.code == .parameter
        }
    }

    @Test func `a search without an object refuses one`() {
        #expect { try search([("class", .string("cert")), ("v_Ref", .data([1]))]) } throws: {
            ($0 as? KeychainError)?.code == .parameter
        }
    }

    @Test func `a context that was invalidated authenticates nothing`() throws {
        #expect { try search([("class", .string("genp")), ("u_AuthCtx", .context(nil))]) } throws: {
            ($0 as? KeychainError)?.code == .authFailed
        }
        let query = try search([("class", .string("genp")), ("u_AuthCtx", .context(Authentication(.fail)))])
        #expect(query?.authentication.ui == .fail)
        // What the context forbids, no key allows.
        let both = try search([
            ("class", .string("genp")), ("u_AuthCtx", .context(Authentication(.fail))),
            ("u_AuthUI", .string("u_AuthUIA")),
        ])
        #expect(both?.authentication.ui == .fail)
    }

    @Test func `keychains to search are named once each, and an empty list names none`() throws {
        let named = try dictionary([("m_SearchList", .list([.keychain("/a"), .keychain("/b"), .keychain("/a")]))])
        #expect(try named.searchList() == ["/a", "/b"])
        #expect(try dictionary([("m_SearchList", .list([]))]).searchList() == nil)
        #expect { try dictionary([("m_SearchList", .list([.string("/a")]))]).searchList() } throws: {
            ($0 as? KeychainError)?.code == .parameter
        }
    }

    @Test func `a value prints nothing of itself`() {
        #expect("\(QueryValue.string("the name of an account"))" == "<value of a dictionary>")
        #expect(Mirror(reflecting: QueryValue.data([1, 2, 3])).children.isEmpty)
    }
}
