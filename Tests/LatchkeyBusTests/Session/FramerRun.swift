// What a framer makes of bytes.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyBus

/// Feeds bytes and descriptors, and keeps what comes out. The descriptors are numbers without files.
struct FramerRun: Equatable {
    var output: [UInt8] = []
    /// With the place in the output that they came at.
    var rights: [Int: [CInt]] = [:]
    var closed: [CInt] = []
    var passed = 0
    var failure: FramerFailure?

    /// - Parameters:
    ///   - rights: descriptors that come with the byte at this place.
    ///   - short: places of bytes with which descriptors came that there was no room for.
    ///   - steps: how many bytes come at once, again and again. Descriptors come with the first byte of a read.
    init(
        _ input: [UInt8], rights: [Int: [CInt]] = [:], short: Set<Int> = [], most: Int = 1 << 16,
        isConnected: Bool = true, passing call: DescriptorCall = .portal, steps: [Int] = [MessageFramer.capacity]
    ) {
        var framer = MessageFramer(longestMessage: most, isConnected: isConnected, passing: call)
        var (place, turn) = (0, 0)
        do throws(FramerFailure) {
            while place < input.count {
                // As the kernel does it, a read ends with the message that descriptors came with.
                var end = min(place + max(steps[turn % steps.count], 1), input.count)
                turn += 1
                if let next = rights.keys.filter({ $0 > place && $0 < end }).min() { end = next }
                let part = Array(input[place..<end])
                let count = unsafe framer.fill { room in
                    let count = min(room.count, part.count)
                    unsafe room.copyBytes(from: part[..<count])
                    return count
                }
                try framer.received(count, rights: rights[place] ?? [], isShort: short.contains(place))
                place += count
                while let piece = try framer.next() {
                    switch piece {
                    case .own(let bytes): output += bytes
                    case .input(let range, let descriptors):
                        if !descriptors.isEmpty { self.rights[output.count] = descriptors }
                        output += unsafe framer.lend(range) { unsafe Array($0) }
                    }
                }
                closed += framer.takeUnwanted()
            }
        } catch {
            failure = error
        }
        closed += framer.takeAllDescriptors()
        passed = framer.passed
    }
}
