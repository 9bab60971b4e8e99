// Calls of others over a connection to a bus.
// SPDX-License-Identifier: Apache-2.0

/// Used by the thread of the connection alone.
package protocol BusCalling: AnyObject {
    /// Sends a call, and does not wait.
    /// - Returns: the number of the answer, which comes as a ``BusArrival``, also if nobody answers.
    func call(
        _ member: String, of interface: String, at path: String, in destination: String, _ arguments: [BusValue]
    ) -> UInt64

    /// The process that has sent all that came so far; nil if nobody watches that.
    var sender: Int32? { get }

    /// Discards what has been sent before now. Whoever has become the bus by exec may have sent something as well
    /// before, in the name of the bus. So a number that nobody can guess is sent through the bus, which answers in
    /// order: all that comes before the number is discarded.
    func discardOlder()

    /// Whether so much waits for the bus that no call is to be answered now.
    var isPausing: Bool { get }
}

extension BusCalling {
    package var isPausing: Bool { false }
}
