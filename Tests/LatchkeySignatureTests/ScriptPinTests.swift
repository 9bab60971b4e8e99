// The pin of a script, both directions.
// SPDX-License-Identifier: Apache-2.0

import LatchkeySignature
import Testing

@Suite("The pin of a script")
struct ScriptPinTests {
    private static func pin(_ options: [String] = ["-I", ""]) -> ScriptPin? {
        ScriptPin(
            interpreter: "/usr/bin/python3", options: options, script: "/srv/a b.py", scriptSize: 0x0102,
            digest: Array(0..<32))
    }

    @Test("what is written is read, behind any program", arguments: [[], ["-I"], ["", "-x y"]])
    func roundTrip(_ options: [String]) throws {
        let pin = try #require(Self.pin(options))
        #expect(try ScriptPin.read(endOfProgram: pin.encoded) == pin)
        #expect(try ScriptPin.read(endOfProgram: [1, 2, 3] + pin.encoded) == pin)
    }

    @Test("the bytes are those of the format's page")
    func layout() throws {
        let bytes = try #require(Self.pin(["-I"])).encoded
        let numbers: [UInt8] = [0, 0, 0, 0, 0, 0, 1, 2, 0, 16, 0, 3, 0, 11, 0, 0]
        let body =
            Array("LKSP".utf8) + [1, 1, 0, 1] + Array(0..<32) + numbers + Array("/usr/bin/python3-I\0/srv/a b.py".utf8)
        #expect(bytes == body + [0, 0, 0, 86] + Array("~Latchkey pin of a script~~\n".utf8))
    }

    @Test("a program without a pin has none")
    func none() throws {
        #expect(try ScriptPin.read(endOfProgram: []) == nil)
        #expect(try ScriptPin.read(endOfProgram: Array(repeating: 0, count: 100)) == nil)
    }

    @Test("no changed length, version or reserved byte is read as another pin, and nothing that is cut off")
    func damaged() throws {
        let bytes = try #require(Self.pin()).encoded
        let numbers = Array(0..<8) + Array(48..<56) + Array((bytes.count - 32)..<(bytes.count - 28))
        for place in numbers {
            for bit in 0..<8 {
                var changed = bytes
                changed[place] ^= 1 << bit
                #expect(throws: SignatureProblem.self) { try ScriptPin.read(endOfProgram: changed) }
            }
        }
        for count in 28..<bytes.count {
            #expect(throws: SignatureProblem.self) { try ScriptPin.read(endOfProgram: bytes.suffix(count)) }
        }
    }

    @Test("what is too long, relative or holds a zero byte is no pin")
    func bounds() {
        func pin(_ interpreter: String, _ options: [String] = [], _ size: UInt64 = 1) -> ScriptPin? {
            ScriptPin(
                interpreter: interpreter, options: options, script: "/s", scriptSize: size,
                digest: Array(repeating: 0, count: 32))
        }
        #expect(pin("/" + String(repeating: "a", count: 4094)) != nil)
        #expect(pin("/" + String(repeating: "a", count: 4095)) == nil)
        #expect(pin("python3") == nil && pin("/a\0b") == nil && pin("/a", ["\0"]) == nil)
        #expect(
            pin("/a", Array(repeating: "-x", count: 16)) != nil && pin("/a", Array(repeating: "-x", count: 17)) == nil)
        #expect(pin("/a", [String(repeating: "a", count: 4096)]) == nil)
        #expect(pin("/a", [], 64 << 20) != nil && pin("/a", [], 64 << 20 + 1) == nil)
    }

    @Test("a path of root is one that nobody else can put another file at")
    func systemPaths() {
        #expect(SystemPath.isOfSystem("/usr/bin/env"))
        #expect(!SystemPath.isOfSystem("/tmp/../usr/bin/env") && !SystemPath.isOfSystem("/usr/bin"))
        #expect(!SystemPath.isOfSystem("usr/bin/env"))
    }
}
