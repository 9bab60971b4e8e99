// Tests of sessions.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyBus
import LatchkeyPlatform
import LatchkeyTestSupport
import Testing

@testable import LatchkeySecretService

@Suite("Sessions of the Secret Service")
struct SessionTests {
    @Test("An unknown algorithm is not supported, and nothing else is told of it")
    func unknownAlgorithm() {
        let bench = ServiceBench()
        for algorithm in ["x25519", "", "PLAIN", "dh-ietf1024-sha256-aes128-cbc-pkcs7 "] {
            #expect(
                bench.refusal(
                    "OpenSession", Interface.service, at: Path.service, [.string(algorithm), .variant(.string(""))],
                    by: .first) == "Error.NotSupported")
        }
    }

    @Test("An input of another type is an argument that is wrong")
    func wrongInput() {
        let bench = ServiceBench()
        let inputs: [(String, BusValue)] = [
            ("plain", .string("x")), ("plain", .uint32(1)), ("plain", .bytes(ItemSecret(SecretBytes(unrecorded: [])))),
            (TransportKey.algorithm, .string("")), (TransportKey.algorithm, .array(of: "u", [])),
        ]
        for (algorithm, input) in inputs {
            #expect(
                bench.refusal(
                    "OpenSession", Interface.service, at: Path.service, [.string(algorithm), .variant(input)],
                    by: .first) == "Error.InvalidArgs")
        }
    }

    @Test(
        "A secret comes back as it was, with its type", arguments: ["text/plain", "", "text/plain; charset=utf-8", "ü"])
    func contentTypes(_ type: String) throws {
        let bench = ServiceBench()
        let path = try bench.create("label", ["a": "b"], secret: [0, 255, 10], type: type)
        let found = try bench.secret(of: path)
        #expect(found.bytes == [0, 255, 10])
        #expect(found.type == type)
    }

    @Test("A session is used by who opened it alone")
    func foreign() throws {
        let bench = ServiceBench()
        let item = try bench.create("label", [:])
        let session = try bench.openPlain()
        for client in [TestClient.firstAgain, .second] {
            #expect(
                bench.refusal(
                    "GetSecrets", Interface.service, at: Path.service, [.paths([item]), .path(session)], by: client)
                    == "Error.NoSession")
            #expect(bench.refusal("Close", Interface.session, at: session, by: client) == "Error.AccessDenied")
        }
        #expect(
            bench.refusal("GetSecret", Interface.item, at: item, [.path(session)], by: .firstAgain) == "Error.NoSession"
        )
        #expect(
            bench.refusal("GetSecret", Interface.item, at: item, [.path("/")], by: .first) == "Error.NoSession")
        #expect(
            bench.refusal(
                "CreateItem", Interface.collection, at: Path.login,
                [ServiceBench.properties("", [:]), ServiceBench.secret(session, []), .boolean(false)], by: .firstAgain)
                == "Error.NoSession")
    }

    @Test("A closed session is gone, and its number does not come back")
    func closed() throws {
        let bench = ServiceBench()
        let session = try bench.openPlain()
        #expect(try bench.call("Close", Interface.session, at: session, by: .first).isEmpty)
        #expect(bench.refusal("Close", Interface.session, at: session, by: .first) == "Error.UnknownObject")
        #expect(
            bench.refusal(
                "GetSecrets", Interface.service, at: Path.service, [.paths([]), .path(session)], by: .first)
                == "Error.NoSession")
        #expect(try bench.openPlain() != session)
    }

    @Test("The sessions of a client that leaves are gone")
    func left() throws {
        let bench = ServiceBench()
        let session = try bench.openPlain()
        bench.service.left(":1.1")
        #expect(bench.service.sessions.isEmpty)
        #expect(bench.refusal("Close", Interface.session, at: session, by: .second) == "Error.UnknownObject")
    }

    @Test("A program has a thousand sessions over all its connections, and others are not hurt by it")
    func many() throws {
        let bench = ServiceBench()
        let connections = (0..<8).map { TestClient(":2.\($0)", ServiceBench.principal("first")) }
        for number in 0..<SecretService.mostSessionsOfProgram { _ = try bench.openPlain(connections[number % 8]) }
        #expect(
            bench.refusal(
                "OpenSession", Interface.service, at: Path.service, [.string("plain"), .variant(.string(""))],
                by: .first) == "Error.LimitsExceeded")
        let session = try bench.openPlain(.second)
        #expect(session.hasPrefix("/org/freedesktop/secrets/session/s"))
        let doubtful = TestClient(":2.9", ServiceBench.principal("first", doubt: "it may be another one"))
        _ = try bench.openPlain(doubtful)
        bench.service.left(":2.0")
        _ = try bench.openPlain()
    }

    @Test("A secret of more than a mebibyte is too large")
    func tooLarge() throws {
        let bench = ServiceBench()
        let session = try bench.openPlain()
        let bytes = [UInt8](repeating: 1, count: SecretMessage.largestSecret + 1)
        #expect(
            bench.refusal(
                "CreateItem", Interface.collection, at: Path.login,
                [ServiceBench.properties("", [:]), ServiceBench.secret(session, bytes), .boolean(false)], by: .first)
                == "Error.LimitsExceeded")
        _ = try bench.create("", [:], secret: bytes.dropLast())
    }

    @Test("What the framer did not let in has the right error")
    func framer() {
        let bench = ServiceBench()
        #expect(
            bench.refusal("TooLarge", "io.latchkey.Framer1", at: Path.service, by: .first) == "Error.LimitsExceeded")
        #expect(bench.refusal("Malformed", "io.latchkey.Framer1", at: "/x", by: .first) == "Error.InvalidArgs")
    }
}
