// How long the thread of a bus waits, and for what.
// SPDX-License-Identifier: Apache-2.0

import CLatchkeySystemd
import Glibc

extension SessionBus {
    /// - Parameter wanted: milliseconds after which the handler wants to be called.
    /// - Returns: what of the socket is there.
    func wait(upTo wanted: UInt64?) -> CInt {
        let now = Self.now
        var time = min(wanted ?? .max, nextDeadline(after: now))
        if !unsent.isEmpty || !isPausing && (hasRest || !kept.isEmpty) { time = 0 }
        if queued > 0 { time = min(time, lastTaken + limits.stuckTime > now ? lastTaken + limits.stuckTime - now : 0) }
        if let proof { time = min(time, proof.deadline > now ? proof.deadline - now : 0) }
        if !isConnected { time = min(time, timeOfHandshake(now)) }
        let events = max(unsafe library.calls.get_events(bus), 0)
        let output = isConnected && queued == 0 ? 0 : events & CInt(POLLOUT)
        var places = (
            pollfd(fd: socket, events: Int16((isPausing ? 0 : CInt(POLLIN)) | output), revents: 0),
            pollfd(fd: waker.bell, events: Int16(POLLIN), revents: 0)
        )
        let result = unsafe withUnsafeMutableBytes(of: &places) { places in
            unsafe poll(
                places.baseAddress?.assumingMemoryBound(to: pollfd.self), 2, CInt(min(time, UInt64(CInt.max / 2))))
        }
        guard result > 0 else { return 0 }
        if places.1.revents != 0 {
            waker.silence()
            if !waker.hasEnded { handler?.woken() }
        }
        return CInt(places.0.revents)
    }

    /// Milliseconds that sd-bus gives the bus for the handshake.
    private func timeOfHandshake(_ now: UInt64) -> UInt64 {
        var time = UInt64.max
        guard unsafe library.calls.get_timeout(bus, &time) >= 0, time != .max else { return 1000 }
        let end = time / 1000 + 1
        return end > now ? end - now : 0
    }
}
