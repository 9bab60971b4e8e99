// Messages of D-Bus, written byte by byte.
// SPDX-License-Identifier: Apache-2.0

/// A message as the specification has it. What is left at its default is valid.
struct WireMessage {
    enum Value {
        case text(Character, String)
        case number(UInt32)
    }

    var kind: UInt8 = 1
    var isBigEndian = false
    var flags: UInt8 = 0
    var version: UInt8 = 1
    var serial: UInt32 = 7
    var fields: [(code: UInt8, value: Value)] = []
    var body: [UInt8] = []
    /// Other counts than the true ones.
    var bodyCount: UInt32?
    var fieldsCount: UInt32?

    static func call(
        _ member: String = "Echo", of interface: String = "test.Echo", bigEndian: Bool = false, body: [UInt8] = []
    ) -> WireMessage {
        var message = WireMessage(isBigEndian: bigEndian, body: body)
        message.fields = [
            (1, .text("o", "/echo")), (2, .text("s", interface)), (3, .text("s", member)), (6, .text("s", ":1.2")),
            (7, .text("s", ":1.3")),
        ]
        if !body.isEmpty { message.fields.append((8, .text("g", "ay"))) }
        return message
    }

    static func signal(body: [UInt8] = []) -> WireMessage {
        var message = call(body: body)
        message.kind = 4
        return message
    }

    static func answer(to serial: UInt32 = 9, sender: String = ":1.3", body: [UInt8] = []) -> WireMessage {
        var message = WireMessage(kind: 2, body: body)
        message.fields = [(5, .number(serial)), (6, .text("s", ":1.2")), (7, .text("s", sender))]
        if !body.isEmpty { message.fields.append((8, .text("g", "ay"))) }
        return message
    }

    static func error(_ name: String, to serial: UInt32 = 9) -> WireMessage {
        var message = answer(to: serial)
        message.kind = 3
        message.fields.insert((4, .text("s", name)), at: 0)
        return message
    }

    func with(_ code: UInt8, _ value: Value) -> WireMessage {
        var message = self
        message.fields.removeAll { $0.code == code }
        message.fields.append((code, value))
        return message
    }

    func without(_ code: UInt8) -> WireMessage {
        var message = self
        message.fields.removeAll { $0.code == code }
        return message
    }

    var header: [UInt8] {
        var rest: [UInt8] = []
        for field in fields {
            while !rest.count.isMultiple(of: 8) { rest.append(0) }
            switch field.value {
            case .text(let type, let text):
                rest += [field.code, 1, type.asciiValue ?? 0, 0]
                rest += type == "g" ? [UInt8(text.utf8.count)] : octets(UInt32(text.utf8.count))
                rest += Array(text.utf8) + [0]
            case .number(let number): rest += [field.code, 1, UInt8(ascii: "u"), 0] + octets(number)
            }
        }
        var bytes: [UInt8] = [UInt8(ascii: isBigEndian ? "B" : "l"), kind, flags, version]
        bytes += octets(bodyCount ?? UInt32(body.count)) + octets(serial)
        bytes += octets(fieldsCount ?? UInt32(rest.count)) + rest
        while !bytes.count.isMultiple(of: 8) { bytes.append(0) }
        return bytes
    }

    var bytes: [UInt8] { header + body }

    private func octets(_ number: UInt32) -> [UInt8] {
        let bytes = (0..<4).map { UInt8(truncatingIfNeeded: number >> (8 * UInt32($0))) }
        return isBigEndian ? bytes.reversed() : bytes
    }
}
