// What goes out to a client.
// SPDX-License-Identifier: Apache-2.0

import CLatchkeyLinux
import Glibc
import LatchkeyModel
import LatchkeyWire

extension ClientConnection {
    enum Progress: Sendable { case sent, waiting, failed }

    /// Sends what the socket takes of the answer, under the lock.
    func sendAnswer(_ state: inout State) -> Progress {
        let (descriptor, start) = (descriptor, state.sent)
        guard let total = state.answer?.count else { return .sent }
        var sent = start
        var isOver = false
        unsafe state.answer?.withUnsafeBytes { bytes in
            while sent < bytes.count {
                let rest = unsafe UnsafeRawBufferPointer(rebasing: bytes[sent...])
                let count = unsafe latchkey_send(descriptor, rest.baseAddress, rest.count, 0)
                if count < 0 { isOver = errno != EAGAIN }
                guard count > 0 else { break }
                sent += count
            }
        }
        state.sent = sent
        guard !isOver else { return .failed }
        guard sent == total else { return .waiting }
        state.answer = nil
        state.sent = 0
        return .sent
    }

    /// Sends a few bytes that are no secret. A client that does not even take those is not waited for.
    @discardableResult
    func send(_ bytes: [UInt8]) -> Bool {
        let descriptor = descriptor
        return unsafe bytes.withRawBytes { bytes in
            unsafe latchkey_send(descriptor, bytes.baseAddress, bytes.count, 0) == bytes.count
        }
    }

    /// Tells the ledger that the connection has nothing long any more.
    func settle(_ state: inout State, with ledger: BufferLedger) {
        ledger.giveBack(state.counted, for: peer)
        state.counted = 0
    }

    /// Ends the connection for both sides; the loop notices and lets go of it.
    func end(_ state: inout State, sayingGoodbye: Bool = false) {
        guard !state.isClosed else { return }
        if sayingGoodbye { send(WireCoder.goodbye()) }
        state.isClosed = true
        state.deadline = nil
        shutdown(descriptor, Int32(SHUT_RDWR))
    }
}
