// Fuzzes what stands between the bytes of a bus and sd-bus.
// SPDX-License-Identifier: Apache-2.0

import FuzzSupport
import LatchkeyBus

@main enum FuzzBusFramer {
    /// Bytes of a message that passes.
    private static let longestMessage = 512

    static func main() {
        unsafe fuzz { start, count in
            FuzzBusFramer.run(unsafe input(at: start, count: count))
            return 0
        }
    }

    /// The first byte says whether the handshake is over, whether a descriptor comes along, and whose it may be, the
    /// second how the bytes are split.
    private static func run(_ bytes: [UInt8]) {
        guard bytes.count > 2 else { return }
        let (isConnected, hasRights) = (bytes[0] & 1 != 0, bytes[0] & 2 != 0)
        let input = Array(bytes[2...])
        let rights: [CInt] = hasRights ? [1000] : []
        let wanted = bytes[0] & 4 != 0 ? DescriptorCall.prompter : .portal
        let whole = Result(input, rights, isConnected, wanted, step: input.count)
        let split = Result(input, rights, isConnected, wanted, step: Int(bytes[1]) % 64 + 1)
        // To which message a descriptor belongs depends on what came with it.
        check(hasRights || whole == split, "how bytes are split changes nothing")
        check(whole.given + whole.closed == rights, "each descriptor is given out or closed, once")
        guard isConnected, !hasRights else { return }
        // A message that ends early is the last one.
        let again = Result(whole.output, [], true, wanted, step: 17, most: MessageFramer.capacity)
        check(again.output == whole.output && again.failure == nil, "what passes are messages")
    }

    private struct Result: Equatable {
        var output: [UInt8] = []
        var given: [CInt] = []
        var closed: [CInt] = []
        var passed = 0
        var failure: FramerFailure?

        init(
            _ input: [UInt8], _ rights: [CInt], _ isConnected: Bool, _ wanted: DescriptorCall, step: Int,
            most: Int = longestMessage
        ) {
            var framer = MessageFramer(longestMessage: most, isConnected: isConnected, passing: wanted)
            var place = 0
            do throws(FramerFailure) {
                while place < input.count {
                    let part = input[place...].prefix(step)
                    let count = unsafe framer.fill { room in
                        let count = min(room.count, part.count)
                        unsafe room.copyBytes(from: part.prefix(count))
                        return count
                    }
                    check(count > 0, "there is room for the next bytes")
                    try framer.received(count, rights: place == 0 ? rights : [], isShort: false)
                    place += count
                    while let piece = try framer.next() {
                        switch piece {
                        case .own(let bytes): output += bytes
                        case .input(let range, let descriptors):
                            check(!range.isEmpty, "a piece has bytes")
                            given += descriptors
                            output += unsafe framer.lend(range) { unsafe Array($0) }
                        }
                    }
                }
            } catch {
                failure = error
            }
            closed = framer.takeAllDescriptors()
            passed = framer.passed
        }
    }
}
