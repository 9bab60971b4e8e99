// Tests of properties, introspection and what else every object has.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyBus
import LatchkeyPlatform
import LatchkeyTestSupport
import Testing

@testable import LatchkeySecretService

@Suite("Properties and introspection of the Secret Service")
struct PropertyTests {
    @Test("Each property has its type, also if there is nothing in it")
    func types() throws {
        let bench = ServiceBench()
        let item = try bench.create("", [:])
        let objects: [(ServiceInterface, String)] = [
            (.service, Path.service), (.collection, Path.login), (.collection, Path.session), (.item, item),
        ]
        for (interface, path) in objects {
            let all = try bench.getAll(interface.name, at: path)
            #expect(Set(all.keys) == Set(interface.properties.map(\.name)))
            for property in interface.properties {
                #expect(all[property.name]?.signature == property.signature)
                #expect(try bench.get(property.name, interface.name, at: path).signature == property.signature)
                #expect(try bench.get(property.name, "", at: path).signature == property.signature)
            }
            #expect(try bench.getAll("", at: path).count == all.count)
            #expect(try bench.getAll(Interface.peer, at: path).isEmpty)
        }
        let session = try bench.openPlain()
        #expect(try bench.getAll(Interface.session, at: session).isEmpty)
    }

    @Test("Empty arrays have the type of their elements")
    func emptyArrays() throws {
        let bench = ServiceBench()
        let answer = try bench.call(
            "SearchItems", Interface.service, at: Path.service, [ServiceBench.pairs([:])], by: .first)
        #expect(answer.map(\.signature) == ["ao", "ao"])
        let session = try bench.openPlain()
        let secrets = try bench.call(
            "GetSecrets", Interface.service, at: Path.service, [.paths([]), .path(session)], by: .first)
        #expect(secrets.map(\.signature) == ["a{o(oayays)}"])
        let locked = try bench.call("Lock", Interface.service, at: Path.service, [.paths([])], by: .first)
        #expect(locked.map(\.signature) == ["ao", "o"])
    }

    @Test("What is not there has its own error each")
    func errors() throws {
        let bench = ServiceBench()
        let item = try bench.create("", [:])
        for path in [Path.service, Path.login, Path.alias, item] {
            #expect(bench.refusal("Nothing", Interface.properties, at: path, by: .first) == "Error.UnknownMethod")
            #expect(bench.refusal("Nothing", "", at: path, by: .first) == "Error.UnknownMethod")
            #expect(bench.refusal("Get", "org.example.None", at: path, by: .first) == "Error.UnknownInterface")
            #expect(
                bench.refusal("GetAll", Interface.properties, at: path, [.string("org.example.None")], by: .first)
                    == "Error.UnknownInterface")
            #expect(
                bench.refusal(
                    "Get", Interface.properties, at: path, [.string("org.example.None"), .string("Label")], by: .first)
                    == "Error.UnknownInterface")
            #expect(
                bench.refusal("Get", Interface.properties, at: path, [.string(""), .string("Nothing")], by: .first)
                    == "Error.UnknownProperty")
            #expect(
                bench.refusal("Get", Interface.properties, at: path, [.string("")], by: .first)
                    == "Error.InvalidArgs")
        }
        let readOnly = [
            ("Collections", Interface.service, Path.service), ("Items", Interface.collection, Path.login),
            ("Locked", Interface.item, item), ("Created", Interface.item, item),
        ]
        for (name, interface, path) in readOnly {
            #expect(
                bench.refusal(of: bench.set(name, interface, at: path, to: .string(""))) == "Error.PropertyReadOnly")
        }
        #expect(
            bench.refusal(of: bench.set("Label", Interface.item, at: item, to: .uint32(1))) == "Error.InvalidArgs")
        #expect(
            bench.refusal("SearchItems", Interface.service, at: Path.service, [.string("")], by: .first)
                == "Error.InvalidArgs")
        #expect(
            bench.refusal("Ping", Interface.peer, at: Path.service, [.string("")], by: .first) == "Error.InvalidArgs")
    }

    @Test("A call without an interface finds its method")
    func withoutInterface() throws {
        let bench = ServiceBench()
        #expect(try bench.call("ReadAlias", "", at: Path.service, [.string("default")], by: .first).count == 1)
    }

    @Test("Ping is answered at any path, and the identifier of the machine is told")
    func peer() throws {
        let bench = ServiceBench()
        for path in ["/", Path.service, "/nothing/there", Path.login + "/77"] {
            #expect(try bench.call("Ping", Interface.peer, at: path, by: .first).isEmpty)
        }
        if let identifier = MachineIdentifier.read() {
            let answer = try bench.call("GetMachineId", Interface.peer, at: Path.service, by: .first)
            #expect(answer[0].text == identifier && identifier.count == 32)
        }
    }

    /// The lines of what an object says of itself, without their margins.
    private func lines(of path: String, _ bench: ServiceBench) throws -> [Substring] {
        let answer = try bench.call("Introspect", Interface.introspectable, at: path, by: .first)
        return try #require(answer[0].text).split(separator: "\n").map { $0.drop { $0 == " " } }
    }

    @Test("The tree of nodes leads from the root to the collections, and shows no item")
    func introspection() throws {
        let bench = ServiceBench()
        let item = try bench.create("", [:])
        var paths = ["/"]
        var seen: [String] = []
        while let path = paths.popLast() {
            seen.append(path)
            for line in try lines(of: path, bench) where line.hasPrefix("<node name=\"") {
                let name = line.dropFirst("<node name=\"".count).prefix { $0 != "\"" }
                paths.append((path == "/" ? "" : path) + "/" + name)
            }
        }
        #expect(seen.contains(Path.login) && seen.contains(Path.alias) && !seen.contains(item))
        let shown = try lines(of: item, bench)
        #expect(shown.contains("<interface name=\"org.freedesktop.Secret.Item\">"))
        #expect(shown.contains("<arg name=\"Prompt\" type=\"o\" direction=\"out\"/>"))
        #expect(shown.contains("<arg name=\"session\" type=\"o\" direction=\"in\"/>"))
        #expect(shown.contains("<property name=\"Attributes\" type=\"a{ss}\" access=\"readwrite\"/>"))
        for element in ["node", "interface", "method", "signal"] {
            let opened = shown.filter { $0.hasPrefix("<\(element)") && !$0.hasSuffix("/>") }
            #expect(opened.count == shown.filter { $0 == "</\(element)>" }.count)
        }
    }

    @Test("A list of items that was read is told when it changes")
    func items() throws {
        let bench = ServiceBench()
        #expect(try bench.get("Items", Interface.collection, at: Path.login).objectPaths == [])
        let item = try bench.create("", [:])
        _ = try bench.create("", [:], by: .second)
        let changes = bench.signals("PropertiesChanged")
        #expect(changes.map(\.destination) == [":1.1"])
        #expect(changes[0].path == Path.login && changes[0].interface == Interface.properties)
        #expect(changes[0].arguments[0].text == Interface.collection)
        let values = changes[0].arguments[1].properties
        #expect(values?.map(\.name) == ["Items"] && values?[0].value.objectPaths == [item])
        _ = try bench.call("Delete", Interface.item, at: item, by: .first)
        #expect(bench.signals("PropertiesChanged").last?.arguments[1].properties?[0].value.objectPaths == [])
        #expect(bench.signals("ItemCreated").allSatisfy { $0.destination != nil && $0.path == Path.login })
        #expect(bench.signals("ItemCreated", to: ":1.1").count == 1)
        #expect(bench.signals("ItemCreated", to: ":1.3").count == 1)
    }
}
