// Random values that are well typed go to another process and come back.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyBus
import LatchkeyModel
import LatchkeyPlatform
import LatchkeyTestSupport
import Testing

@Suite struct RandomValueTests {
    @Test func `random messages come back as they were sent`() throws {
        let bus = try PrivateBus()
        let server = try EchoServer(on: bus)
        let messages: @Sendable () -> [[BusValue]] = {
            var maker = ValueMaker()
            return (0..<400).map { _ in (0..<Int.random(in: 0...5, using: &maker.generator)).map { _ in maker.value(4) }
            }
        }
        let result = try server.exchange(on: bus) { messages().map { EchoCall(member: "Echo", arguments: $0) } }
        #expect(result.answers.count == 400)
        for (index, message) in messages().enumerated() {
            #expect(result.values(index) == message.map { "\($0)" }.joined(separator: " "))
        }
    }
}

private struct ValueMaker {
    var generator = SeededGenerator(seed: 29)

    /// - Parameter depth: containers in one another at most.
    mutating func value(_ depth: Int) -> BusValue { value(of: type(depth)) }

    private mutating func number<Number: FixedWidthInteger>() -> Number {
        .random(in: .min ... .max, using: &generator)
    }

    private mutating func type(_ depth: Int) -> String {
        let basic = ["y", "b", "n", "q", "i", "u", "x", "t", "d", "s", "o", "g"]
        switch Int.random(in: 0...(depth > 0 ? 9 : 4), using: &generator) {
        case 5: return "a" + type(depth - 1)
        case 6:
            let key = basic.randomElement(using: &generator) ?? "s"
            return "a{" + key + type(depth - 1) + "}"
        case 7: return "(" + type(depth - 1) + type(depth - 1) + ")"
        case 8: return "v"
        case 9: return "ay"
        default: return basic.randomElement(using: &generator) ?? "s"
        }
    }

    private mutating func value(of type: String) -> BusValue {
        switch type.first {
        case "y": return .byte(number())
        case "b": return .boolean(.random(using: &generator))
        case "n": return .int16(number())
        case "q": return .uint16(number())
        case "i": return .int32(number())
        case "u": return .uint32(number())
        case "x": return .int64(number())
        case "t": return .uint64(number())
        case "d": return .double(.random(in: -1...1, using: &generator))
        case "o": return .path("/" + String(repeating: "a", count: .random(in: 0...9, using: &generator)))
        case "g": return .signature(["", "s", "a{sv}", "(oayays)"].randomElement(using: &generator) ?? "")
        case "v": return .variant(value(2))
        case "(":
            var members: [BusValue] = []
            var rest = type.dropFirst().dropLast()
            while !rest.isEmpty {
                let count = Self.countOfFirst(rest)
                members.append(value(of: String(rest.prefix(count))))
                rest = rest.dropFirst(count)
            }
            return .structure(members)
        case "a": return array(of: String(type.dropFirst()))
        default: return .string(String(repeating: "ü", count: .random(in: 0...20, using: &generator)))
        }
    }

    private mutating func array(of element: String) -> BusValue {
        let count = Int.random(in: 0...4, using: &generator)
        if element == "y" {
            return .bytes(ItemSecret(SecretBytes(unrecorded: (0..<count * 9).map { UInt8(truncatingIfNeeded: $0) })))
        }
        guard element.first == "{" else { return .array(of: element, (0..<count).map { _ in value(of: element) }) }
        let types = element.dropFirst().dropLast()
        let (key, contents) = (String(types.prefix(1)), String(types.dropFirst()))
        return .dictionary(
            key: key, value: contents, (0..<count).map { _ in (key: value(of: key), value: value(of: contents)) })
    }

    /// Letters of the first whole type.
    private static func countOfFirst(_ types: Substring) -> Int {
        var depth = 0
        for (index, letter) in types.enumerated() {
            if "({".contains(letter) { depth += 1 }
            if ")}".contains(letter) { depth -= 1 }
            if depth == 0, letter != "a" { return index + 1 }
        }
        return types.count
    }
}
