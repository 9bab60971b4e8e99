// Tests of what must not look like "there is none": a client then makes a new secret, and loses the old one.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyBus
import LatchkeyModel
import LatchkeyPlatform
import LatchkeyPolicy
import LatchkeyTestSupport
import Testing

@testable import LatchkeySecretService

@Suite("What is not nothing over the Secret Service")
struct NothingFoundTests {
    private let nobody = TestClient(":1.9", ServiceBench.principal("nobody", kind: .nobody))

    @Test("A program that nothing is known about is refused, and is not told that there is nothing")
    func unknown() throws {
        let bench = ServiceBench()
        for at in [Path.service, Path.login] {
            let interface = at == Path.service ? Interface.service : Interface.collection
            #expect(
                bench.refusal("SearchItems", interface, at: at, [ServiceBench.pairs([:])], by: nobody)
                    == "Error.AccessDenied")
        }
        let items: [BusValue] = [.string(Interface.collection), .string("Items")]
        #expect(
            bench.refusal("Get", Interface.properties, at: Path.login, items, by: nobody) == "Error.AccessDenied")
        let all = try bench.getAll(Interface.collection, at: Path.login, by: nobody)
        #expect(all["Items"]?.objectPaths == [] && all["Label"]?.text == "login")
    }

    @Test("GetSecrets fails if an own item cannot be read, and leaves out what is not there")
    func secrets() throws {
        let bench = ServiceBench()
        let item = try bench.create("own", ["a": "1"])
        let session = try bench.openPlain()
        let arguments: [BusValue] = [.paths([item, Path.login + "/999", Path.service + "/x"]), .path(session)]
        let answer = try bench.call("GetSecrets", Interface.service, at: Path.service, arguments, by: .first)
        guard case .dictionary(key: _, value: _, let entries) = answer[0] else {
            Issue.record("another type")
            return
        }
        #expect(entries.count == 1)
        bench.home.collections["login"]?.failure = KeychainError(.decode, during: "reading an item")
        #expect(
            bench.refusal("GetSecrets", Interface.service, at: Path.service, arguments, by: .first) == "Error.Failed")
    }

    @Test("Unlock of own items in doubt alone is refused")
    func doubt() throws {
        let bench = ServiceBench()
        let item = try bench.create("own", ["a": "1"])
        let doubted = TestClient(":1.8", ServiceBench.principal("first", doubt: "replaced"))
        #expect(
            bench.refusal("Unlock", Interface.service, at: Path.service, [.paths([item])], by: doubted)
                == "Error.IsLocked")
        let none = try bench.call("Unlock", Interface.service, at: Path.service, [.paths([])], by: doubted)
        #expect(none[1].objectPath == "/")
    }

    @Test("A keychain that cannot be opened is no unknown object, and the default still leads to it")
    func unusable() throws {
        let bench = ServiceBench()
        bench.home.unusable = ["login"]
        let alias = try bench.call("ReadAlias", Interface.service, at: Path.service, [.string("default")], by: .first)
        #expect(alias[0].objectPath == Path.login)
        #expect(
            bench.refusal(
                "SearchItems", Interface.service, at: Path.service, [ServiceBench.pairs([:])], by: .first)
                == "Error.Failed")
        for at in [Path.alias, Path.login] {
            #expect(
                bench.refusal("GetAll", Interface.properties, at: at, [.string("")], by: .first) == "Error.Failed")
        }
        #expect(
            try bench.get("Collections", Interface.service, at: Path.service).objectPaths == [Path.login, Path.session])
        let label = BusValue.properties([("org.freedesktop.Secret.Collection.Label", .string("x"))])
        #expect(
            bench.refusal(
                "CreateCollection", Interface.service, at: Path.service, [label, .string("default")], by: .first)
                == "Error.Failed")
    }

    @Test("A folder that cannot be listed takes no keychain away")
    func unlisted() throws {
        let bench = ServiceBench(["login": TestKeychain("login"), "work": TestKeychain("work")])
        bench.home.isListed = false
        bench.pass(1000)
        let work = Path.service + "/collection/work"
        #expect(try bench.get("Label", Interface.collection, at: work).text == "work")
        #expect(bench.signals("CollectionDeleted").isEmpty)
        let unlisted = ServiceBench()
        unlisted.home.isListed = false
        unlisted.pass(1000)
        #expect(try unlisted.search([:]) == ([], []))
    }

    @Test("A label of a keychain that is too long is refused before anything is made")
    func label() throws {
        let bench = ServiceBench()
        let long = String(repeating: "x", count: 4097)
        let label = BusValue.properties([("org.freedesktop.Secret.Collection.Label", .string(long))])
        #expect(
            bench.refusal("CreateCollection", Interface.service, at: Path.service, [label, .string("")], by: .first)
                == "Error.LimitsExceeded")
        #expect(
            bench.refusal(
                "CreateWithMasterPassword", Interface.passwords, at: Path.service,
                [label, ServiceBench.secret(try bench.openPlain(), [1])], by: .first) == "Error.LimitsExceeded")
        #expect(
            bench.refusal(of: bench.set("Label", Interface.collection, at: Path.login, to: .string(long)))
                == "Error.LimitsExceeded")
        #expect(bench.home.keychains.count == 1)
    }
}
