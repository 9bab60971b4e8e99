// What systemd is told, without its library.
// SPDX-License-Identifier: Apache-2.0

import CLatchkeyLinux
import Glibc
import Synchronization

/// Sends the datagrams of sd_notify(3). Without a service manager it does nothing.
package final class ServiceManager: Sendable {
    private let socket: String?
    /// Milliseconds after which the watchdog is fed.
    private let interval: UInt64?
    private let lastFeeding = Atomic<UInt64>(0)

    package init(environment: Environment = Environment(), processID: Int32 = getpid()) {
        socket = environment["NOTIFY_SOCKET"].flatMap { $0.hasPrefix("/") || $0.hasPrefix("@") ? $0 : nil }
        let isOurs = environment["WATCHDOG_PID"].map { $0 == String(processID) } ?? true
        let time = environment["WATCHDOG_USEC"].flatMap { UInt64($0) } ?? 0
        interval = isOurs && time > 0 && socket != nil ? max(1, time / 2000) : nil
    }

    package func ready() { send("READY=1\nSTATUS=Serving keychains\n") }

    package func stopping() { send("STOPPING=1\nSTATUS=Finishing requests\n") }

    package func reloading() {
        var time = timespec()
        unsafe clock_gettime(CLOCK_MONOTONIC, &time)
        let microseconds = UInt64(time.tv_sec) * 1_000_000 + UInt64(time.tv_nsec) / 1000
        send("RELOADING=1\nMONOTONIC_USEC=\(microseconds)\n")
    }

    /// Tells that the loop runs, where it is time.
    /// - Returns: milliseconds after which it is time again, or nil without a watchdog.
    package func feedWatchdog() -> UInt64? {
        guard let interval else { return nil }
        let now = monotonicMilliseconds()
        let last = lastFeeding.load(ordering: .relaxed)
        if last == 0 || now - last >= interval {
            send("WATCHDOG=1\n")
            lastFeeding.store(now, ordering: .relaxed)
            return interval
        }
        return interval - (now - last)
    }

    private func send(_ text: String) {
        guard let socket else { return }
        _ = unsafe latchkey_send_datagram(socket, text)
    }
}
