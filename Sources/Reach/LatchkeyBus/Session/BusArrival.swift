// What came over a connection to a bus.
// SPDX-License-Identifier: Apache-2.0

package enum BusArrival: Sendable {
    case call(BusCall)
    /// - sender: the unique name of the connection that sent it, which the bus fills in.
    case signal(BusSignal, sender: String)
    /// What ``BusCalling/call(_:of:at:in:_:)`` of this number came to. The sender is empty if no answer came.
    case answer(number: UInt64, sender: String, Result<[BusValue], BusFailure>)
}
