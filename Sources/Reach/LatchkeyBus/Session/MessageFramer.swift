// What of the bytes of a bus is passed on to sd-bus.
// SPDX-License-Identifier: Apache-2.0

import Glibc

/// Reads the headers of messages, and lets through what this process takes. It does no input and output itself: bytes
/// are put into its one buffer, whose size never changes, and pieces of them are taken out.
///
/// A message that is too long is discarded as it comes, and so is one with descriptors, except for the two kinds that
/// are wanted. A call without a body stands for it, so that its sender gets an answer.
@safe
package struct MessageFramer: ~Copyable {
    /// What is to be written next.
    package enum Piece {
        /// Bytes of the buffer, to be read by ``lend(_:_:)``, with the descriptors of the message that they begin with.
        case input(Range<Int>, descriptors: [CInt])
        case own([UInt8])
    }

    private enum State {
        /// Bytes of the server's answer to the handshake, and how many lines of it are still to come.
        case handshake(bytes: Int, isAccepted: Bool)
        case header
        case passing(Int)
        case discarding(Int)
    }

    /// Bytes of the buffer.
    package static let capacity = 1 << 16
    /// Bytes of a header whose fields are read. A longer one can be no call that this process answers.
    package static let longestHeader = 1 << 14
    /// Bytes of the server's part of the handshake.
    package static let longestHandshake = 1 << 12
    /// Descriptors that wait for the header of their message.
    private static let mostDescriptors = 253

    private let buffer: UnsafeMutableRawBufferPointer
    private let longestMessage: Int
    private let wanted: DescriptorCall
    private var state: State
    private var start = 0
    private var end = 0
    /// How many bytes were taken out, and are wiped next.
    private var taken = 0
    private var descriptors: [CInt] = []
    private var lacksDescriptors = false
    /// Descriptors that nobody gets: they are to be closed.
    private var unwanted: [CInt] = []
    /// Messages of which the last byte was given out.
    package private(set) var passed = 0

    /// - Parameters:
    ///   - isConnected: whether the handshake is over.
    ///   - wanted: the call whose descriptor passes.
    package init(longestMessage: Int, isConnected: Bool = false, passing wanted: DescriptorCall = .portal) {
        unsafe buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: Self.capacity, alignment: 16)
        unsafe buffer.initializeMemory(as: UInt8.self, repeating: 0)
        self.longestMessage = longestMessage
        self.wanted = wanted
        state = isConnected ? .header : .handshake(bytes: 0, isAccepted: false)
    }

    deinit {
        if let base = unsafe buffer.baseAddress { unsafe explicit_bzero(base, buffer.count) }
        unsafe buffer.deallocate()
    }

    /// Lends the room for new bytes.
    /// - Returns: what `body` returns.
    package mutating func fill<R>(_ body: (UnsafeMutableRawBufferPointer) -> R) -> R {
        compact()
        return unsafe body(UnsafeMutableRawBufferPointer(rebasing: buffer[end...]))
    }

    /// Takes over what was put into the room.
    /// - Parameters:
    ///   - rights: descriptors that came with the bytes.
    ///   - isShort: whether descriptors came that the process has no room for.
    package mutating func received(_ count: Int, rights: [CInt], isShort: Bool) throws(FramerFailure) {
        end += min(max(count, 0), Self.capacity - end)
        descriptors += rights
        if isShort { lacksDescriptors = true }
        guard descriptors.count <= Self.mostDescriptors else { throw .descriptors }
        if case .handshake = state, !descriptors.isEmpty || lacksDescriptors { throw .descriptors }
    }

    /// The bytes of a piece.
    package func lend<R>(_ range: Range<Int>, _ body: (UnsafeRawBufferPointer) -> R) -> R {
        let range = range.clamped(to: 0..<Self.capacity)
        return unsafe body(UnsafeRawBufferPointer(rebasing: buffer[range]))
    }

    /// Descriptors that nobody gets. The caller closes them.
    package mutating func takeUnwanted() -> [CInt] {
        defer { unwanted = [] }
        return unwanted
    }

    /// All that are left, when the connection ends.
    package mutating func takeAllDescriptors() -> [CInt] {
        defer { descriptors = [] }
        return takeUnwanted() + descriptors
    }

    /// The next piece. The one before has been written.
    /// - Returns: nil if more bytes have to come first.
    package mutating func next() throws(FramerFailure) -> Piece? {
        wipeTaken()
        var piece = start..<start
        var rights: [CInt] = []
        loop: while start < end {
            switch state {
            case .handshake(let bytes, let isAccepted):
                guard piece.isEmpty, let line = try readLine(after: bytes, isAccepted) else { break loop }
                (start, state) = line
                piece = piece.lowerBound..<start
            case .passing(let left):
                let count = min(left, end - start)
                start += count
                piece = piece.lowerBound..<start
                if count == left { passed += 1 }
                state = count == left ? .header : .passing(left - count)
            case .discarding(let left):
                // A piece is one range.
                guard piece.isEmpty else { break loop }
                let count = min(left, end - start)
                start += count
                state = count == left ? .header : .discarding(left - count)
                wipeTaken()
                piece = start..<start
            case .header:
                let read: (header: MessageHeader, verdict: Verdict)?
                do throws(FramerFailure) {
                    read = try readHeader()
                } catch {
                    // What is right in front of it is passed on first.
                    guard piece.isEmpty else { break loop }
                    throw error
                }
                guard let (header, verdict) = read else { break loop }
                if case .pass = verdict {
                    if header.descriptors > 0 {
                        // They go with the first byte of what is written.
                        guard piece.isEmpty else { break loop }
                        rights = descriptors
                        descriptors = []
                    }
                    state = .passing(header.count + header.bodyCount)
                    continue
                }
                guard piece.isEmpty else { break loop }
                state = .discarding(header.count + header.bodyCount)
                guard case .refuse(let reason) = verdict else {
                    // It is not known whether some were its own.
                    if !descriptors.isEmpty { lacksDescriptors = true }
                    continue
                }
                if header.descriptors > 0 { refuseDescriptors() }
                let own = header.replacement(reason, from: bytes)
                guard !own.isEmpty else { continue }
                passed += 1
                return .own(own)
            }
        }
        guard piece.isEmpty else { return .input(piece, descriptors: rights) }
        if start == end, case .header = state {
            guard descriptors.isEmpty || lacksDescriptors else { throw .descriptors }
            refuseDescriptors()
        }
        return nil
    }

    private enum Verdict {
        case pass
        case refuse(MessageHeader.Refusal)
        /// Nobody can be answered.
        case drop
    }

    private func judge(_ header: MessageHeader) throws(FramerFailure) -> Verdict {
        guard !header.isStrange, let kind = header.kind else { return .drop }
        if header.descriptors > 0 {
            if lacksDescriptors { return .refuse(.descriptors) }
            guard descriptors.count == Int(header.descriptors) else { throw .descriptors }
            guard header.descriptors == 1, isWanted(header, kind) else { return .refuse(.descriptors) }
        }
        return header.count + header.bodyCount <= longestMessage ? .pass : .refuse(.tooLarge)
    }

    /// The call that is served here, and what the bus itself says of a connection (ProcessFD).
    private func isWanted(_ header: MessageHeader, _ kind: MessageHeader.Kind) -> Bool {
        switch kind {
        case .call: has(header.interface, wanted.interface) && has(header.member, wanted.member)
        case .result: has(header.sender, "org.freedesktop.DBus")
        case .error, .signal: false
        }
    }

    private func has(_ range: Range<Int>, _ text: StaticString) -> Bool {
        guard range.count == text.utf8CodeUnitCount else { return false }
        return unsafe memcmp(buffer.baseAddress! + range.lowerBound, text.utf8Start, range.count) == 0
    }

    /// - Returns: nil if it is not yet there, as far as it is read.
    private func readHeader() throws(FramerFailure) -> (header: MessageHeader, verdict: Verdict)? {
        guard end - start >= MessageHeader.fixedCount else { return nil }
        let bytes = bytes
        var header = try MessageHeader(fixedPart: bytes, at: start)
        guard header.count <= Self.longestHeader else { return (header, .drop) }
        guard end - start >= header.count else { return nil }
        try header.readFields(bytes, at: start)
        return (header, try judge(header))
    }

    /// Takes one line of the server: `DATA`, which some leave out, `OK` with its identifier, and whether it passes
    /// descriptors on.
    /// - Returns: what comes after it; nil if it is not yet there.
    private func readLine(after count: Int, _ isAccepted: Bool) throws(FramerFailure) -> (Int, State)? {
        let bytes = bytes
        let most = Self.longestHandshake - count
        guard let feed = (start..<end).first(where: { bytes[$0] == UInt8(ascii: "\n") }) else {
            guard end - start <= most else { throw .handshake }
            return nil
        }
        guard feed - start < most, feed > start, bytes[feed - 1] == UInt8(ascii: "\r") else { throw .handshake }
        let line = start..<feed - 1
        func begins(_ text: StaticString) -> Bool {
            line.count >= text.utf8CodeUnitCount && has(line.prefix(text.utf8CodeUnitCount), text)
        }
        let total = count + feed + 1 - start
        if isAccepted {
            guard has(line, "AGREE_UNIX_FD") || begins("ERROR") else { throw .handshake }
            return (feed + 1, .header)
        }
        guard begins("OK ") || count == 0 && begins("DATA") else { throw .handshake }
        return (feed + 1, .handshake(bytes: total, isAccepted: begins("OK ")))
    }

    private mutating func refuseDescriptors() {
        unwanted += descriptors
        descriptors = []
        lacksDescriptors = false
    }

    private var bytes: Span<UInt8> {
        @_lifetime(borrow self)
        borrowing get {
            let span = unsafe Span<UInt8>(_unsafeBytes: UnsafeRawBufferPointer(buffer))
            return unsafe _overrideLifetime(span, borrowing: self)
        }
    }

    private mutating func wipeTaken() {
        wipe(taken..<start)
        taken = start
    }

    private func wipe(_ range: Range<Int>) {
        guard !range.isEmpty, let base = unsafe buffer.baseAddress else { return }
        unsafe explicit_bzero(base + range.lowerBound, range.count)
    }

    /// Makes the room one that the next header fits in.
    private mutating func compact() {
        wipeTaken()
        if start == end {
            (start, end, taken) = (0, 0, 0)
        } else if Self.capacity - end < Self.longestHeader, start > 0, let base = unsafe buffer.baseAddress {
            let count = end - start
            unsafe memmove(base, base + start, count)
            wipe(count..<end)
            (start, end, taken) = (0, count, 0)
        }
    }
}
