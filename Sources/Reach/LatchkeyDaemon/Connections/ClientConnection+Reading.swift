// What arrives from a client.
// SPDX-License-Identifier: Apache-2.0

import CLatchkeyLinux
import Glibc
import LatchkeyModel
import LatchkeyPlatform
import LatchkeyWire

extension ClientConnection {
    /// What to do after reading.
    enum Arrival: ~Copyable {
        /// Wait for more.
        case incomplete
        /// Wait until the ledger has room.
        case paused
        case greeting([UInt8])
        case request(SecretBytes, FrameHeader)
        /// The client has gone, does not keep to the protocol, or the bytes come from another process.
        case end(Reason)
    }

    enum Reason: Sendable {
        case gone
        case broken
        /// Somebody else has the socket of the process that connected.
        case foreignSender
    }

    /// Takes what is there, called by the loop under the lock.
    /// - Parameter scratch: memory for one reading, which is wiped again.
    func read(
        _ state: inout State, through scratch: inout SecretBytes, ledger: BufferLedger, limits: DaemonLimits
    ) -> Arrival {
        if state.known == nil { return readGreeting(&state) }
        if state.frame == nil {
            let start = readStart(&state, through: &scratch, ledger: ledger, limits: limits)
            return start
        }
        return readRest(&state, ledger: ledger, limits: limits)
    }

    private func readGreeting(_ state: inout State) -> Arrival {
        var bytes = [UInt8](repeating: 0, count: Greeting.size - state.greeting.count)
        var sender: Int32 = 0
        let count = unsafe latchkey_receive(descriptor, &bytes, bytes.count, &sender)
        if count < 0, errno == EAGAIN { return .incomplete }
        guard count > 0 else { return .end(.gone) }
        // What was sent before the daemon started has no sender. A greeting gives no right to anything.
        guard sender == peer.processID || sender == 0 else { return .end(.foreignSender) }
        state.greeting += bytes[..<count]
        return state.greeting.count == Greeting.size ? .greeting(state.greeting) : .incomplete
    }

    /// The first bytes of a frame, which are mostly all of it.
    private func readStart(
        _ state: inout State, through scratch: inout SecretBytes, ledger: BufferLedger, limits: DaemonLimits
    ) -> Arrival {
        var sender: Int32 = 0
        let descriptor = descriptor
        let count = unsafe scratch.withUnsafeMutableBytes { bytes in
            unsafe latchkey_receive(descriptor, bytes.baseAddress, bytes.count, &sender)
        }
        if count < 0, errno == EAGAIN { return .incomplete }
        guard count > 0 else { return .end(.gone) }
        defer {
            unsafe scratch.withUnsafeMutableBytes { bytes in
                if let base = bytes.baseAddress { unsafe explicit_bzero(base, count) }
            }
        }
        guard sender == peer.processID else { return .end(.foreignSender) }
        state.deadline = monotonicMilliseconds() + limits.frameTime
        state.received = count
        state.frame = unsafe scratch.withUnsafeBytes { bytes in
            unsafe SecretBytes(count: max(count, 256)) { target in
                unsafe target.copyMemory(from: UnsafeRawBufferPointer(rebasing: bytes[..<count]))
            }
        }
        return next(&state, ledger: ledger, limits: limits)
    }

    private func readRest(_ state: inout State, ledger: BufferLedger, limits: DaemonLimits) -> Arrival {
        guard makeRoom(&state, ledger: ledger, limits: limits) else { return .paused }
        var sender: Int32 = 0
        let (descriptor, start) = (descriptor, state.received)
        let end = state.expected ?? FrameHeader.size
        let count = unsafe state.frame?.withUnsafeMutableBytes { bytes in
            let rest = unsafe UnsafeMutableRawBufferPointer(rebasing: bytes[start..<min(end, bytes.count)])
            return unsafe latchkey_receive(descriptor, rest.baseAddress, rest.count, &sender)
        }
        guard let count else { return .end(.broken) }
        if count < 0, errno == EAGAIN { return .incomplete }
        guard count > 0 else { return .end(.gone) }
        guard sender == peer.processID else { return .end(.foreignSender) }
        state.received += count
        return next(&state, ledger: ledger, limits: limits)
    }

    /// Looks at the header once it is there, and at the end of the frame.
    private func next(_ state: inout State, ledger: BufferLedger, limits: DaemonLimits) -> Arrival {
        guard state.received >= FrameHeader.size else { return .incomplete }
        let header = unsafe state.frame?.withUnsafeBytes { bytes in
            unsafe try? FrameHeader(decoding: UnsafeRawBufferPointer(rebasing: bytes[..<FrameHeader.size]))
        }
        guard let header = header ?? nil, header.kind == .request || header.kind == .login else { return .end(.broken) }
        // That has no more in it than passwords.
        guard header.kind == .request || header.count <= limits.uncountedFrame - FrameHeader.size else {
            return .end(.broken)
        }
        let expected = FrameHeader.size + header.count
        state.expected = expected
        // One request at a time: what is behind it was sent before its answer.
        guard state.received <= expected else { return .end(.broken) }
        // Who got no identity is refused whatever the frame says, and must not keep the room for long ones meanwhile.
        if case .failure = state.known, expected > limits.smallFrame {
            state.closesAfterAnswer = true
        } else {
            guard state.received == expected else { return .incomplete }
        }
        guard let frame = state.frame.take() else { return .end(.broken) }
        state.expected = nil
        state.received = 0
        state.deadline = nil
        state.isBusy = true
        return .request(frame, header)
    }

    /// Gives the frame memory as its bytes arrive, whatever its header says.
    /// - Returns: false if the client has to wait for that.
    private func makeRoom(_ state: inout State, ledger: BufferLedger, limits: DaemonLimits) -> Bool {
        guard let expected = state.expected, let size = state.frame?.count, state.received == size else { return true }
        let larger = min(expected, max(size * 2, limits.uncountedFrame))
        let wanted = max(0, larger - limits.uncountedFrame) - state.counted
        guard ledger.take(wanted, for: peer) else { return false }
        state.counted += max(0, wanted)
        let old = state.received
        let grown = unsafe SecretBytes(count: larger) { target in
            unsafe state.frame?.withUnsafeBytes { bytes in
                unsafe target.copyMemory(from: UnsafeRawBufferPointer(rebasing: bytes[..<old]))
            }
        }
        state.frame = consume grown
        return true
    }
}
