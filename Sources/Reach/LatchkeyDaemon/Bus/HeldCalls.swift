// Calls of senders whose turn has not come, in their order.
// SPDX-License-Identifier: Apache-2.0

package import LatchkeyBus
package import LatchkeyPolicy

/// Used by the thread of the bus alone. What is held is bounded, and a program has one share of it over all of its
/// connections, so that who calls much takes nothing from others. While nobody knows whose a connection is, it has a
/// share of its own, and all such have one together.
package struct HeldCalls {
    private struct Sum {
        var count = 0
        var size = 0
    }

    private struct Line {
        var share: BusShare?
        var calls = Queue<BusCall>()
        var size = 0

        var sum: Sum { Sum(count: calls.count, size: size) }
    }

    private var lines: [String: Line] = [:]
    private var shares: [BusShare: Sum] = [:]
    private var strangers = Sum()
    private var all = Sum()

    /// Of all that is held, in calls and bytes. The last quarter is for those that have little in it.
    package static let largestCount = 1 << 15
    package static let largestSize = 32 << 20
    package static let largestCountOfProgram = 1 << 14
    package static let largestSizeOfProgram = 4 << 20
    /// The same of a connection that nothing is known of yet, and of all such.
    package static let largestSizeOfStranger = 1 << 20
    package static let largestSizeOfStrangers = 8 << 20
    private static let littleCount = 64
    private static let littleSize = 1 << 18
    /// A call that is small and the only one of its share is taken while there are fewer connections with calls: so
    /// many cannot be found out as slowly as that.
    private static let smallSize = 1 << 12
    private static let mostLines = 1 << 14

    package init() {}

    /// Whether calls of a sender wait.
    package func has(_ sender: String) -> Bool { lines[sender] != nil }

    /// - Parameter share: the program of the sender; nil if nobody knows it yet.
    /// - Returns: false if there is no room.
    package mutating func hold(_ call: BusCall, of share: BusShare?) -> Bool {
        let line = lines[call.sender]
        let share = line.map(\.share) ?? share
        let weight = call.weight
        guard
            hasRoom(for: weight, beside: share.map { shares[$0] ?? Sum() } ?? line?.sum ?? Sum(), isKnown: share != nil)
        else { return false }
        lines[call.sender, default: Line(share: share)].calls.append(call)
        lines[call.sender]?.size += weight
        add(Sum(count: 1, size: weight), to: share)
        return true
    }

    private func hasRoom(for weight: Int, beside own: Sum, isKnown: Bool) -> Bool {
        if own.count == 0, weight <= Self.smallSize, lines.count < Self.mostLines { return true }
        // The largest message is always taken if it is the only one.
        let most = isKnown ? Self.largestSizeOfProgram : Self.largestSizeOfStranger
        guard own.count == 0 || own.count < Self.largestCountOfProgram && own.size + weight <= most else {
            return false
        }
        let isLittle = own.count < Self.littleCount && own.size + weight <= Self.littleSize
        let quarters = isLittle ? 4 : 3
        guard isKnown || strangers.size + weight <= Self.largestSizeOfStrangers / 4 * quarters else { return false }
        return all.count < Self.largestCount / 4 * quarters && all.size + weight <= Self.largestSize / 4 * quarters
    }

    /// It is known which program a sender is.
    /// - Returns: those calls for which the program has no room.
    package mutating func move(_ sender: String, to share: BusShare) -> [BusCall] {
        guard lines[sender]?.share != share, var line = lines.removeValue(forKey: sender) else { return [] }
        remove(line.sum, from: line.share)
        var moved = Line(share: share)
        var own = shares[share] ?? Sum()
        var refused: [BusCall] = []
        while let call = line.calls.popFirst() {
            let weight = call.weight
            let isFirst = own.count == 0
            // After one that is refused none is taken, so that none overtakes it.
            guard refused.isEmpty,
                isFirst || own.count < Self.largestCountOfProgram && own.size + weight <= Self.largestSizeOfProgram
            else {
                refused.append(call)
                continue
            }
            own = Sum(count: own.count + 1, size: own.size + weight)
            moved.calls.append(call)
            moved.size += weight
        }
        if !moved.calls.isEmpty {
            lines[sender] = moved
            add(moved.sum, to: share)
        }
        return refused
    }

    package mutating func takeFirst(of sender: String) -> BusCall? {
        guard var line = lines.removeValue(forKey: sender), let call = line.calls.popFirst() else { return nil }
        let weight = call.weight
        line.size -= weight
        remove(Sum(count: 1, size: weight), from: line.share)
        if !line.calls.isEmpty { lines[sender] = line }
        return call
    }

    /// Forgets the calls of a sender.
    package mutating func drop(_ sender: String) {
        guard let line = lines.removeValue(forKey: sender) else { return }
        remove(line.sum, from: line.share)
    }

    private mutating func add(_ sum: Sum, to share: BusShare?) { change(share, by: sum, times: 1) }

    private mutating func remove(_ sum: Sum, from share: BusShare?) { change(share, by: sum, times: -1) }

    private mutating func change(_ share: BusShare?, by sum: Sum, times sign: Int) {
        func changed(_ old: Sum) -> Sum { Sum(count: old.count + sign * sum.count, size: old.size + sign * sum.size) }
        all = changed(all)
        guard let share else { return strangers = changed(strangers) }
        let new = changed(shares[share] ?? Sum())
        shares[share] = new.count > 0 ? new : nil
    }
}
