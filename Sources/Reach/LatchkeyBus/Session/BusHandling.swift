// Who gets what a connection to a bus brings.
// SPDX-License-Identifier: Apache-2.0

/// Called by the thread of the connection alone.
package protocol BusHandling: AnyObject {
    /// The bus knows the connection from now on, and has given it this unique name.
    func connected(as name: String)
    func received(_ arrival: BusArrival)
    /// Some thread called ``BusWaker/wake()``.
    func woken()
    /// Called after each wait.
    /// - Parameter now: milliseconds of the monotonic clock.
    /// - Returns: the milliseconds after which it is to be called again at the latest; nil if it need not be.
    func tick(at now: UInt64) -> UInt64?
}
