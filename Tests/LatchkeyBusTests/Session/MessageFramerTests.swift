// What is passed on of the bytes of a bus, and what stands for the rest.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyBus
import LatchkeyTestSupport
import Testing

@Suite struct MessageFramerTests {
    private static let handshake = Array("DATA\r\nOK 0123456789abcdef0123456789abcdef\r\nAGREE_UNIX_FD\r\n".utf8)
    private static let portal = WireMessage.call("RetrieveSecret", of: "org.freedesktop.impl.portal.Secret")

    /// The call that stands for another one.
    private static func replacement(_ member: String, for message: WireMessage) -> [UInt8] {
        var own = message
        own.body = []
        own.bodyCount = nil
        own.fields = [
            (1, .text("o", "/echo")), (2, .text("s", "io.latchkey.Framer1")), (3, .text("s", member)),
            (6, .text("s", ":1.2")), (7, .text("s", ":1.3")),
        ]
        return own.bytes
    }

    private static let limitsExceeded = WireMessage.error("org.freedesktop.DBus.Error.LimitsExceeded")

    // MARK: What passes

    @Test(arguments: [false, true])
    func `messages of either byte order pass unchanged`(isBigEndian: Bool) {
        let input = (0..<40).flatMap { count in
            WireMessage.call(bigEndian: isBigEndian, body: Array(repeating: 9, count: count * 100)).bytes
        }
        let run = FramerRun(input)
        #expect(run.output == input && run.failure == nil && run.passed == 40)
    }

    @Test func `answers, errors and signals pass`() {
        let messages: [WireMessage] = [
            .answer(), .answer(body: [1]), .error("a.b"), .signal(), .call().without(2).without(6),
        ]
        let input = messages.flatMap(\.bytes)
        #expect(FramerRun(input).output == input)
    }

    @Test func `a field that a later version may have is passed on`() {
        let input = WireMessage.call().with(10, .text("o", "/container")).with(200, .number(3)).bytes
        #expect(FramerRun(input).output == input)
    }

    @Test(arguments: 1...70)
    func `how the bytes are split changes nothing`(step: Int) {
        let messages: [(WireMessage, [CInt])] = [
            (.call(body: [1, 2, 3]), []), (Self.portal.with(9, .number(1)), [3]), (.signal(), []),
            (.call(body: Array(repeating: 1, count: 3000)), []), (.answer(body: Array(repeating: 2, count: 3000)), []),
            (.call().with(9, .number(2)), [4, 5]), (.signal(body: Array(repeating: 2, count: 3000)), []),
            (.answer(sender: "org.freedesktop.DBus").with(9, .number(1)), [6]), (.call(bigEndian: true), []),
        ]
        var (input, rights): ([UInt8], [Int: [CInt]]) = (Self.handshake, [:])
        for (message, descriptors) in messages {
            if !descriptors.isEmpty { rights[input.count] = descriptors }
            input += message.bytes
        }
        let whole = FramerRun(input, rights: rights, most: 2000, isConnected: false)
        #expect(
            whole.failure == nil && whole.closed == [4, 5]
                && whole.rights.values.sorted { $0[0] < $1[0] } == [[3], [6]])
        #expect(whole == FramerRun(input, rights: rights, most: 2000, isConnected: false, steps: [step]))
        #expect(whole == FramerRun(input, rights: rights, most: 2000, isConnected: false, steps: [step, 1, 997, 16]))
    }

    // MARK: What is too long

    @Test(arguments: [false, true])
    func `a call without a body stands for one that is too long`(isBigEndian: Bool) {
        var long = WireMessage.call(bigEndian: isBigEndian, body: Array(repeating: 1, count: 5000))
        long.flags = 1
        let run = FramerRun(long.bytes + WireMessage.signal().bytes, most: 4096)
        #expect(run.output == Self.replacement("TooLarge", for: long) + WireMessage.signal().bytes)
        #expect(run.passed == 2)
    }

    @Test func `the limit counts the whole message`() {
        let message = WireMessage.call(body: [1, 2, 3])
        #expect(FramerRun(message.bytes, most: message.bytes.count).output == message.bytes)
        #expect(
            FramerRun(message.bytes, most: message.bytes.count - 1).output
                == Self.replacement("TooLarge", for: message))
    }

    @Test func `an error stands for an answer that is too long, and nothing for a signal`() {
        let body = Array(repeating: 1 as UInt8, count: 5000)
        var error = Self.limitsExceeded
        error.serial = 7
        let run = FramerRun(
            WireMessage.answer(body: body).bytes + WireMessage.signal(body: body).bytes, most: 4096)
        #expect(run.output == error.bytes && run.failure == nil)
    }

    @Test func `a hundred million bytes take the memory of one buffer`() throws {
        var long = WireMessage.call()
        long = long.with(8, .text("g", "ay"))
        long.bodyCount = 100_000_000
        var framer = MessageFramer(longestMessage: 1 << 20, isConnected: true)
        var output: [UInt8] = []
        func feed(_ bytes: [UInt8]) throws -> Int {
            let count = unsafe framer.fill { room in
                #expect(room.count <= MessageFramer.capacity && room.count >= MessageFramer.longestHeader)
                let count = min(room.count, bytes.count)
                unsafe bytes.withUnsafeBytes { bytes in
                    unsafe room.copyMemory(from: UnsafeRawBufferPointer(rebasing: bytes[..<count]))
                }
                return count
            }
            try framer.received(count, rights: [], isShort: false)
            while let piece = try framer.next() {
                switch piece {
                case .own(let bytes): output += bytes
                case .input(let range, _): output += unsafe framer.lend(range) { unsafe Array($0) }
                }
            }
            return count
        }
        #expect(try feed(long.header) == long.header.count)
        #expect(output == Self.replacement("TooLarge", for: long), "it is answered before the body is there")
        let part = [UInt8](repeating: 3, count: MessageFramer.capacity)
        var left = 100_000_000
        while left > 0 { left -= try feed(left >= part.count ? part : Array(part.prefix(left))) }
        output = []
        _ = try feed(WireMessage.signal().bytes)
        #expect(output == WireMessage.signal().bytes)
    }

    @Test func `a header that is too long is dropped with its message`() {
        let path = "/" + String(repeating: "a", count: MessageFramer.longestHeader)
        let input = WireMessage.call().with(1, .text("o", path)).bytes + WireMessage.signal().bytes
        let run = FramerRun(input)
        #expect(run.output == WireMessage.signal().bytes && run.failure == nil)
    }

    // MARK: Descriptors

    @Test func `descriptors pass with two kinds of messages`() {
        let portal = Self.portal.with(9, .number(1)).bytes
        let answer = WireMessage.answer(sender: "org.freedesktop.DBus").with(9, .number(1)).bytes
        let run = FramerRun(portal + answer, rights: [0: [8], portal.count: [9]])
        #expect(run.output == portal + answer && run.rights == [0: [8], portal.count: [9]] && run.closed.isEmpty)
    }

    @Test func `a connection to a prompter takes the descriptor of the prompter, and no other`() {
        let prompter = WireMessage.call("Accepted", of: "org.kde.secretprompter.request")
        let bytes = prompter.with(9, .number(1)).bytes
        let passed = FramerRun(bytes, rights: [0: [8]], passing: .prompter)
        #expect(passed.output == bytes && passed.rights == [0: [8]] && passed.closed.isEmpty)
        let refused = [
            FramerRun(bytes, rights: [0: [8]]),
            FramerRun(Self.portal.with(9, .number(1)).bytes, rights: [0: [8]], passing: .prompter),
        ]
        for run in refused { #expect(run.closed == [8] && run.rights.isEmpty && run.failure == nil) }
        #expect(refused[0].output == Self.replacement("DescriptorsRefused", for: prompter))
        #expect(refused[1].output == Self.replacement("DescriptorsRefused", for: Self.portal))
    }

    @Test func `they are closed if they come with anything else`() {
        let others: [(WireMessage, [UInt8])] = [
            (.call(), Self.replacement("DescriptorsRefused", for: .call())),
            (
                .call("RetrieveSecret", of: "org.freedesktop.impl.portal.Secrets"),
                Self.replacement("DescriptorsRefused", for: .call())
            ),
            (
                .call("RetrieveSecrets", of: "org.freedesktop.impl.portal.Secret"),
                Self.replacement("DescriptorsRefused", for: .call())
            ),
            (.signal(), []), (.answer(), Self.limitsExceeded.bytes), (.error("a.b"), Self.limitsExceeded.bytes),
        ]
        for (message, output) in others {
            let run = FramerRun(message.with(9, .number(1)).bytes + WireMessage.signal().bytes, rights: [0: [8]])
            #expect(run.output == output + WireMessage.signal().bytes && run.closed == [8] && run.rights.isEmpty)
        }
    }

    @Test func `two descriptors are one too many`() {
        let run = FramerRun(Self.portal.with(9, .number(2)).bytes, rights: [0: [8, 9]])
        #expect(run.output == Self.replacement("DescriptorsRefused", for: Self.portal) && run.closed == [8, 9])
    }

    @Test func `a message whose descriptors had no room is refused`() {
        let run = FramerRun(Self.portal.with(9, .number(1)).bytes + WireMessage.signal().bytes, short: [0])
        #expect(
            run.output == Self.replacement("DescriptorsRefused", for: Self.portal) + WireMessage.signal().bytes
                && run.failure == nil)
    }

    @Test func `descriptors that belong to no message end the connection`() {
        let signal = WireMessage.signal().bytes
        #expect(FramerRun(signal, rights: [0: [8]]).failure == .descriptors)
        #expect(FramerRun(signal, rights: [0: [8]]).closed == [8])
        #expect(FramerRun(Self.portal.with(9, .number(1)).bytes).failure == .descriptors)
        #expect(FramerRun(Self.portal.with(9, .number(2)).bytes, rights: [0: [8]]).failure == .descriptors)
        #expect(FramerRun(Self.portal.with(9, .number(.max)).bytes, rights: [0: [8]]).failure == .descriptors)
        #expect(FramerRun(Self.handshake, rights: [0: [8]], isConnected: false).failure == .descriptors)
    }

    // MARK: What is no D-Bus

    @Test func `a server may leave out what it has no data for, and pass no descriptors on`() {
        let rest = "OK 0123456789abcdef0123456789abcdef\r\n"
        for text in [rest + "AGREE_UNIX_FD\r\n", "DATA\r\n" + rest + "ERROR not supported\r\n"] {
            let input = Array(text.utf8) + WireMessage.signal().bytes
            #expect(FramerRun(input, isConnected: false).output == input)
        }
    }

    @Test(arguments: [
        "REJECTED EXTERNAL\r\n", "OK 1\n", "DATA\r\nDATA\r\n", "\r\n", "\n", "OK 1\r\nOK 1\r\n",
        "OK 1\r\nAGREE_UNIX_FDS\r\n", "HTTP/1.1 400 Bad Request\r\n",
        "OK " + String(repeating: "0", count: MessageFramer.longestHandshake) + "\r\n",
        String(repeating: "0", count: MessageFramer.longestHandshake + 1),
    ])
    func `another answer to the handshake ends the connection`(text: String) {
        for step in [1, 4096, MessageFramer.capacity] {
            #expect(FramerRun(Array(text.utf8), isConnected: false, steps: [step]).failure == .handshake)
        }
    }

    @Test func `a header that is none ends the connection`() {
        var damaged: [WireMessage] = []
        func add(_ change: (inout WireMessage) -> Void) {
            var message = WireMessage.call(body: [1])
            change(&message)
            damaged.append(message)
        }
        add { $0.kind = 0 }
        add { $0.version = 2 }
        add { $0.serial = 0 }
        add { $0.bodyCount = .max }
        add { $0.bodyCount = 128 << 20 }
        add { $0.fieldsCount = .max }
        add { $0.fieldsCount = 64 << 20 + 1 }
        add { $0.fieldsCount = 20 }
        add { $0.fieldsCount = 3 }
        for code in [1, 3, 7, 8] as [UInt8] { damaged.append(.call(body: [1]).without(code)) }
        damaged += [WireMessage.signal().without(2), .answer().without(5), .error("a.b").without(4)]
        damaged.append(.error("a.b").without(5))
        for (code, text) in [
            (1, "echo"), (1, "/a/"), (1, "//"), (1, "/a-b"), (1, ""), (2, "a"), (2, "a..b"), (2, "a.1b"), (2, ".a.b"),
            (2, "a.b."), (2, "a.b-c"), (3, "a.b"), (3, "1a"), (3, ""), (3, String(repeating: "a", count: 256)), (6, ""),
            (6, ":"), (6, "a"), (7, ":1"), (7, "a.1"), (7, "a.b\0"), (8, "z"),
            (7, String(repeating: "a.", count: 128) + "a"),
        ] as [(UInt8, String)] {
            let type: Character = code == 1 ? "o" : code == 8 ? "g" : "s"
            damaged.append(.call(body: [1]).with(code, .text(type, text)))
        }
        damaged.append(.call().with(1, .text("s", "/echo")))
        damaged.append(.call().with(3, .text("o", "/echo")))
        damaged.append(.call().with(2, .number(1)))
        damaged.append(.call().with(9, .text("s", "1")))
        damaged.append(.answer(to: 0))
        damaged.append(.call().with(0, .number(1)))
        add { $0.fields.append((3, .text("s", "Again"))) }
        for message in damaged {
            let run = FramerRun(message.bytes + [UInt8](repeating: 0, count: 64))
            #expect(run.failure == .header, "\(message)")
            #expect(run.output.isEmpty)
        }
    }

    @Test func `what fills the fields up is zeros`() throws {
        let message = WireMessage.call().bytes
        #expect(FramerRun(message).failure == nil)
        // Behind "/echo" and its zero, in front of the next field.
        var damaged = message
        let place = try #require(message.indices.first { $0 >= 16 + 14 && !$0.isMultiple(of: 8) && message[$0] == 0 })
        damaged[place] = 1
        #expect(FramerRun(damaged).failure == .header)
        damaged = message
        damaged[message.count - 1] = 1
        #expect(FramerRun(damaged).failure == .header)
    }

    @Test func `each byte order and no other`() {
        var bytes = WireMessage.call().bytes
        bytes[0] = UInt8(ascii: "L")
        #expect(FramerRun(bytes).failure == .header)
        bytes[0] = UInt8(ascii: "B")
        #expect(FramerRun(bytes).failure == .header)
    }

    @Test func `a type that a later version may have is dropped`() {
        var later = WireMessage.call()
        later.kind = 5
        let input = later.bytes + WireMessage.signal().bytes
        #expect(FramerRun(input).output == WireMessage.signal().bytes)
    }

    @Test func `what came before a damaged header is passed on`() {
        let bytes = WireMessage.signal().bytes
        for steps in [[1], [7], [MessageFramer.capacity]] {
            let run = FramerRun(bytes + bytes + Array(repeating: 0, count: 16), steps: steps)
            #expect(run.output == bytes + bytes && run.failure == .header)
        }
    }

    @Test func `a part of a header is waited for`() {
        let bytes = WireMessage.call().bytes
        for count in 0..<bytes.count {
            let run = FramerRun(Array(bytes[..<count]))
            #expect(run.output.isEmpty && run.failure == nil)
        }
    }

    @Test func `damage is found, or passes as it is`() {
        var generator = SeededGenerator(seed: 28)
        let messages = [WireMessage.call(body: [1, 2]).bytes, Self.portal.bytes, WireMessage.error("a.b").bytes]
        for _ in 0..<2000 {
            var bytes = messages.randomElement(using: &generator) ?? []
            for _ in 0..<Int.random(in: 1...3, using: &generator) {
                bytes[Int.random(in: bytes.indices, using: &generator)] = .random(in: 0...255, using: &generator)
            }
            let run = FramerRun(bytes, most: 300)
            let split = FramerRun(bytes, most: 300, steps: [Int.random(in: 1...40, using: &generator), 3])
            #expect(run == split)
        }
    }

    @Test func `random bytes are no messages`() {
        var generator = SeededGenerator(seed: 281)
        for _ in 0..<500 {
            let bytes = (0..<200).map { _ in UInt8.random(in: 0...255, using: &generator) }
            #expect(FramerRun(bytes, isConnected: false).output.isEmpty)
            let run = FramerRun([UInt8(ascii: "l"), 1, 0, 1] + bytes)
            #expect(run.output.isEmpty)
        }
    }
}
