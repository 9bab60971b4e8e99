// Makes messages of random values, of the right types and of others.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyBus
import LatchkeyModel
import LatchkeyPlatform
import LatchkeyTestSupport

@testable import LatchkeySecretService

struct RandomMessages {
    private var random: SeededGenerator
    /// Paths that the service has named.
    private var paths = [
        "/", Path.service, Path.login, Path.session, Path.alias, Path.service + "/collection/other", "/nothing",
        Path.login + "/1", Path.session + "/1",
    ]
    private var signalCount = 0

    private static let interfaces: [ServiceInterface] = [
        .service, .collection, .item, .session, .prompt, .passwords, .properties, .introspectable, .peer,
    ]
    private static let signatures = [
        "y", "b", "n", "q", "i", "u", "x", "t", "d", "s", "o", "g", "ay", "as", "ao", "a{ss}", "a{sv}", "(oayays)", "v",
        "a{o(oayays)}", "(s(ib)v)", "aay",
    ]

    init(seed: UInt64) { random = SeededGenerator(seed: seed) }

    mutating func number(below bound: Int) -> Int { Int.random(in: 0..<bound, using: &random) }

    /// Remembers what the last answers have named.
    mutating func learn(from bench: ServiceBench) {
        for signal in bench.bus.signals.dropFirst(signalCount) {
            for argument in signal.arguments { learn(argument) }
        }
        signalCount = bench.bus.signals.count
        if let last = bench.bus.lastAnswer { for value in last { learn(value) } }
        if paths.count > 60 { paths.removeSubrange(9..<30) }
    }

    private mutating func learn(_ value: BusValue) {
        if let path = value.objectPath, !paths.contains(path) { paths.append(path) }
        for path in value.objectPaths ?? [] where !paths.contains(path) { paths.append(path) }
    }

    mutating func send(to bench: ServiceBench, by client: TestClient) -> UInt64 {
        let interface = Self.interfaces[number(below: Self.interfaces.count)]
        let method = interface.methods[number(below: interface.methods.count)]
        let isRight = number(below: 10) > 0
        let signatures = isRight ? method.arguments.map(\.signature) : [anySignature(), anySignature()]
        let arguments = signatures.map { value(of: $0, in: method.name) }
        let name = number(below: 20) == 0 ? ["", "org.example.None"][number(below: 2)] : interface.name
        return bench.send(method.name, name, at: path(for: interface), arguments, by: client)
    }

    private mutating func anySignature() -> String { Self.signatures[number(below: Self.signatures.count)] }

    private mutating func path(for interface: ServiceInterface) -> String {
        guard number(below: 4) > 0 else { return paths[number(below: paths.count)] }
        let kind: String
        switch interface.name {
        case Interface.collection: kind = "/collection/"
        case Interface.item: kind = "/1"
        case Interface.session: kind = "/session/"
        case Interface.prompt: kind = "/prompt/"
        default: return Path.service
        }
        let fitting = paths.filter { $0.contains(kind) }
        return fitting.isEmpty ? Path.service : fitting[number(below: fitting.count)]
    }

    private mutating func text(_ method: String) -> String {
        let texts = [
            "", "plain", TransportKey.algorithm, "default", "session", "Label", "Attributes", "Type", "Items", "Locked",
            Interface.item, Interface.collection, "a", "b", "ü\u{301}", "xdg:schema",
            "org.freedesktop.Secret.Item.Label", "org.freedesktop.Secret.Item.Attributes",
            "org.freedesktop.Secret.Collection.Label", String(repeating: "x", count: 300),
        ]
        return texts[number(below: texts.count)]
    }

    private mutating func octets() -> ItemSecret {
        let counts = [0, 1, 16, 17, 32, 128, 129, 130, 1000]
        let count = counts[number(below: counts.count)]
        return ItemSecret(
            SecretBytes(unrecorded: (0..<count).map { _ in UInt8.random(in: 0...255, using: &random) }))
    }

    mutating func value(of signature: String, in method: String = "") -> BusValue {
        var rest = Substring(signature)
        return value(&rest, method, depth: 0)
    }

    /// One complete type at the front of `rest`.
    private mutating func value(_ rest: inout Substring, _ method: String, depth: Int) -> BusValue {
        switch rest.removeFirst() {
        case "y": return .byte(UInt8.random(in: 0...255, using: &random))
        case "b": return .boolean(Bool.random(using: &random))
        case "n": return .int16(.random(in: .min ... .max, using: &random))
        case "q": return .uint16(.random(in: .min ... .max, using: &random))
        case "i": return .int32(.random(in: .min ... .max, using: &random))
        case "u": return .uint32(.random(in: .min ... .max, using: &random))
        case "x": return .int64(.random(in: .min ... .max, using: &random))
        case "t": return .uint64(.random(in: .min ... .max, using: &random))
        case "d": return .double(Double(number(below: 1000)) / 7)
        case "s": return .string(text(method))
        case "o": return .path(paths[number(below: paths.count)])
        case "g": return .signature("s")
        case "v":
            var inner = Substring(depth > 3 ? "s" : anySignature())
            return .variant(value(&inner, method, depth: depth + 1))
        case "(":
            var members: [BusValue] = []
            while rest.first != ")" { members.append(value(&rest, method, depth: depth + 1)) }
            rest.removeFirst()
            return .structure(members)
        case "a": return array(&rest, method, depth)
        default: return .string("")
        }
    }

    private mutating func array(_ rest: inout Substring, _ method: String, _ depth: Int) -> BusValue {
        if rest.first == "y" {
            rest.removeFirst()
            return .bytes(octets())
        }
        let count = depth > 3 ? 0 : number(below: 4)
        if rest.first == "{" {
            rest.removeFirst()
            let key = String(rest.removeFirst())
            let (start, shape) = (rest, value(&rest, method, depth: depth + 1))
            rest.removeFirst()
            let entries: [(key: BusValue, value: BusValue)] = (0..<count).map { _ in
                var (keyRest, valueRest) = (Substring(key), start)
                return (value(&keyRest, method, depth: depth), value(&valueRest, method, depth: depth + 1))
            }
            return .dictionary(key: key, value: shape.signature, entries)
        }
        let (start, shape) = (rest, value(&rest, method, depth: depth + 1))
        let elements = (0..<count).map { _ in
            var elementRest = start
            return value(&elementRest, method, depth: depth + 1)
        }
        return .array(of: shape.signature, elements)
    }
}
