// What goes out over a connection to a bus.
// SPDX-License-Identifier: Apache-2.0

/// Used by the thread of the connection alone.
package protocol BusSending: AnyObject {
    /// Answers a call. Does nothing if the call expects no answer, or if it was answered before.
    func answer(_ call: BusCall, _ values: [BusValue])
    func refuse(_ call: BusCall, _ failure: BusFailure)
    func send(_ signal: BusSignal)
}
