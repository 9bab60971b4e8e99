// A connection to the bus of a user's session, which calls this process.
// SPDX-License-Identifier: Apache-2.0

import CLatchkeyLinux
import CLatchkeySystemd
import Glibc
package import LatchkeyPlatform

/// One thread makes it, runs it and sends over it. sd-bus writes to the socket of the bus itself, and reads what
/// ``MessageFramer`` lets through, from one end of a pair of sockets.
@safe
package final class SessionBus {
    let library: BusLibrary
    let bus: OpaquePointer
    let limits: BusLimits
    package let waker: BusWaker
    let socket: CInt
    /// The end of the pair that is written to.
    let feed: CInt
    var framer: MessageFramer
    private var filter: OpaquePointer?

    var handler: (any BusHandling)?
    /// The call that the handler has now.
    var current: CurrentCall?
    /// Calls that the handler will answer later.
    var pending = PendingCalls()
    var lastCall: UInt64 = 0
    /// Calls of this process, by the number that their answer has.
    var asked: [UInt64: AskedCall] = [:]
    /// When the first of them is late, or before that: many may be under way, and this is looked at for each message.
    var firstDeadline = UInt64.max
    /// Calls of this process that could not be sent.
    var unsent: [UInt64] = []
    var lastUnsent: UInt64 = 0
    /// About the bytes that sd-bus has not written yet.
    var queued = 0
    /// When the bus last took something of it.
    var lastTaken: UInt64 = 0
    /// Messages that were passed on, and are handled once less waits for the bus.
    var kept: [KeptMessage] = []
    /// Whether messages may be left that were received, and not passed on.
    var hasRest = false
    var isBroken = false
    /// Messages that sd-bus gave to the filter.
    var delivered = 0
    var isConnected = false
    /// Whether one process must send all that comes.
    let watchesSender: Bool
    package internal(set) var sender: Int32?
    /// What is awaited from the bus itself before anything else counts.
    var proof: Proof?

    /// How a connection ended.
    package enum End: Hashable, Sendable {
        /// By ``BusWaker/stop()``.
        case stopped
        /// The bus has gone, or refused the connection.
        case closed
        /// The bus does not keep to its protocol.
        case broken(FramerFailure)
        /// The bus does not read what it is sent.
        case stuck
    }

    /// - Parameter socket: connected to a bus that knows nothing of it yet. It belongs to this object from now on, also
    ///   if this throws.
    /// - Parameter watchesSender: whether all that comes must be sent by one process, which is then ``sender``.
    /// - Throws: `.notAvailable` if there is no libsystemd; `.internalComponent` if the system gives no descriptors.
    package init(
        taking socket: CInt, limits: BusLimits = BusLimits(), watchesSender: Bool = false
    ) throws(KeychainError) {
        var pair: (CInt, CInt) = (-1, -1)
        var made: OpaquePointer?
        guard let library = BusLibrary.shared else {
            close(socket)
            throw KeychainError(
                .notAvailable, during: "loading libsystemd for the session's bus", hint: "install libsystemd")
        }
        let isPaired = unsafe withUnsafeMutableBytes(of: &pair) { pair in
            unsafe latchkey_pair(pair.baseAddress?.assumingMemoryBound(to: CInt.self)) == 0
        }
        guard isPaired, let waker = BusWaker(), !watchesSender || latchkey_name_senders(socket) == 0,
            unsafe library.calls.new(&made) >= 0, let bus = unsafe made
        else {
            for descriptor in [socket, pair.0, pair.1] where descriptor >= 0 { close(descriptor) }
            throw KeychainError(.internalComponent, during: "making a connection to the session's bus")
        }
        self.library = library
        unsafe self.bus = unsafe bus
        self.limits = limits
        self.watchesSender = watchesSender
        self.waker = waker
        self.socket = socket
        feed = pair.1
        framer = MessageFramer(longestMessage: limits.longestMessage, passing: limits.descriptorCall)
        guard unsafe library.calls.set_fd(bus, pair.0, socket) >= 0 else {
            close(socket)
            close(pair.0)
            throw KeychainError(.internalComponent, during: "making a connection to the session's bus")
        }
        let owner = unsafe Unmanaged.passUnretained(self).toOpaque()
        guard unsafe library.calls.set_bus_client(bus, 1) >= 0, unsafe library.calls.negotiate_fds(bus, 1) >= 0,
            unsafe library.calls.add_filter(bus, &filter, receiveMessage, owner) >= 0
        else { throw KeychainError(.internalComponent, during: "starting on the session's bus") }
        // A bus that is gone by now is one that goes later.
        if unsafe library.calls.start(bus) < 0 { isBroken = true }
    }

    deinit {
        framer.takeAllDescriptors().forEach(latchkey_close_elsewhere)
        for kept in kept { _ = unsafe library.calls.message_unref(kept.message) }
        _ = unsafe library.calls.slot_unref(filter)
        _ = unsafe library.calls.close_unref(bus)
        close(feed)
    }

    /// Serves the connection until it ends.
    /// - Parameter handler: gets what comes.
    package func run(_ handler: any BusHandling) -> End {
        self.handler = handler
        defer { self.handler = nil }
        var waiting: CInt = 0
        guard !isBroken else { return .closed }
        while true {
            if let end = work(waiting) { return end }
            answerLate(at: Self.now)
            waiting = wait(upTo: handler.tick(at: Self.now))
            guard !waker.hasEnded else { return .stopped }
        }
    }

    /// Milliseconds of the monotonic clock.
    static var now: UInt64 {
        var time = timespec()
        unsafe clock_gettime(CLOCK_MONOTONIC, &time)
        return UInt64(time.tv_sec) * 1000 + UInt64(time.tv_nsec) / 1_000_000
    }

    /// Does what can be done without waiting.
    /// - Parameter events: what of the socket is there.
    private func work(_ events: CInt) -> End? {
        takeKept()
        if hasRest, let end = passOn() { return end }
        // What has come already is first, and needs no room.
        if !isPausing, !hasRest, events & Int32(POLLIN | POLLHUP | POLLERR) != 0, let end = receive() { return end }
        guard process() else { return .closed }
        if let proof, proof.deadline <= Self.now { return .broken(.proof) }
        if isBroken { return .closed }
        guard queued > 0 else { return nil }
        if queuedMessages == 0 { queued = 0 } else if events & Int32(POLLOUT) != 0 { lastTaken = Self.now }
        return queued > 0 && Self.now >= lastTaken + limits.stuckTime ? .stuck : nil
    }

    /// Whether so much waits for the bus that nothing is handled.
    package var isPausing: Bool { queued >= limits.pausingQueue }

    /// Has sd-bus take what was passed on, and write what waits.
    /// - Parameter all: whether more messages are in the pair than were counted.
    func process(all isWhole: Bool = false) -> Bool {
        while true {
            let result = unsafe library.calls.process(bus, nil)
            guard result >= 0 else { return false }
            if !isConnected { greet() }
            if result == 0 {
                // It dropped what it takes for no message.
                if !isWhole { delivered = framer.passed }
                return true
            }
            // sd-bus would look into the pair once more for nothing.
            if isConnected && !isWhole && delivered >= framer.passed && queued == 0 { return true }
        }
    }

    /// Tells the handler of its name as soon as there is one.
    private func greet() {
        var name: UnsafePointer<CChar>?
        guard unsafe library.calls.is_ready(bus) > 0, unsafe library.calls.get_unique_name(bus, &name) >= 0,
            let name = unsafe name
        else { return }
        isConnected = true
        // The answer to Hello is not given to the filter.
        delivered += 1
        handler?.connected(as: unsafe String(cString: name))
    }

    var queuedMessages: UInt64 {
        var count: UInt64 = 0
        return unsafe library.calls.get_n_queued_write(bus, &count) >= 0 ? count : 0
    }
}

private func receiveMessage(
    _ message: OpaquePointer?, _ owner: UnsafeMutableRawPointer?, _ error: UnsafeMutablePointer<sd_bus_error>?
) -> CInt {
    guard let message = unsafe message, let owner = unsafe owner else { return 1 }
    unsafe Unmanaged<SessionBus>.fromOpaque(owner).takeUnretainedValue().filter(message)
    return 1
}
