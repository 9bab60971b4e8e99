// What the bus sends, until sd-bus reads it.
// SPDX-License-Identifier: Apache-2.0

import CLatchkeyLinux
import Glibc

extension SessionBus {
    /// Takes what has come, once, and passes on what is let through.
    func receive() -> End? {
        var rights: [CInt] = []
        var isShort = false
        var sender: Int32 = 0
        let count = unsafe framer.fill { room in
            unsafe Self.receive(from: socket, into: room, &rights, &isShort, &sender)
        }
        guard count != 0 else { return .closed }
        guard count > 0 else { return errno == EAGAIN ? nil : .closed }
        do throws(FramerFailure) {
            try framer.received(count, rights: rights, isShort: isShort)
            try check(sender)
        } catch {
            closeUnwanted()
            return .broken(error)
        }
        return passOn()
    }

    /// Passes on what was received, until too much waits for the bus.
    func passOn() -> End? {
        hasRest = true
        do throws(FramerFailure) {
            while !isPausing {
                guard let piece = try framer.next() else {
                    hasRest = false
                    break
                }
                closeUnwanted()
                guard pass(piece) else { return .closed }
            }
            closeUnwanted()
        } catch {
            closeUnwanted()
            return .broken(error)
        }
        return nil
    }

    /// What was sent before the kernel was asked has no sender, and nobody need have sent it.
    private func check(_ sender: Int32) throws(FramerFailure) {
        guard watchesSender else { return }
        guard sender > 0, sender == self.sender ?? sender else { throw .sender }
        self.sender = sender
    }

    private func closeUnwanted() { framer.takeUnwanted().forEach(latchkey_close_elsewhere) }

    private static func receive(
        from socket: CInt, into room: UnsafeMutableRawBufferPointer, _ rights: inout [CInt], _ isShort: inout Bool,
        _ sender: inout Int32
    ) -> Int {
        unsafe withUnsafeTemporaryAllocation(of: CInt.self, capacity: Int(LATCHKEY_LARGEST_RIGHTS)) { found in
            var (number, missing): (CInt, CInt) = (0, 0)
            let count = unsafe latchkey_receive_rights(
                socket, room.baseAddress, room.count, found.baseAddress, &number, &missing, &sender)
            if number > 0 { rights = unsafe Array(found.prefix(Int(number))) }
            isShort = missing != 0
            return count
        }
    }

    /// Writes a piece for sd-bus, which takes it as it is written.
    private func pass(_ piece: MessageFramer.Piece) -> Bool {
        switch piece {
        case .own(let bytes): return unsafe bytes.withUnsafeBytes { unsafe pass($0, []) }
        case .input(let range, let descriptors):
            let isPassed = unsafe framer.lend(range) { unsafe pass($0, descriptors) }
            descriptors.forEach { close($0) }
            return isPassed
        }
    }

    private func pass(_ bytes: UnsafeRawBufferPointer, _ descriptors: [CInt]) -> Bool {
        var (sent, rights) = (0, descriptors)
        var isFull = false
        while sent < bytes.count {
            let rest = unsafe UnsafeRawBufferPointer(rebasing: bytes[sent...])
            let count = unsafe latchkey_send_rights(feed, rest.baseAddress, rest.count, rights, CInt(rights.count))
            if count > 0 {
                (sent, rights, isFull) = (sent + count, [], false)
            } else {
                // It was full, and sd-bus took nothing.
                guard errno == EAGAIN, !isFull else { return false }
                isFull = true
                guard process(all: true) else { return false }
            }
        }
        return true
    }
}
