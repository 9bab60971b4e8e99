// One connection to the keychain daemon.
// SPDX-License-Identifier: Apache-2.0

import CLatchkeyLinux
import Glibc
import LatchkeyModel
import LatchkeyPlatform
import LatchkeyWire

/// An open, greeted socket. One request at a time.
struct DaemonConnection: ~Copyable {
    private let descriptor: CInt
    let processID = getpid()
    /// Where answers arrive; wiped after each.
    private var buffer = unsafe SecretBytes(count: 4096) { _ in }
    /// True if nothing that arrives from now on can be understood.
    private(set) var isBroken = false
    /// False if the daemon ended the connection before its welcome, as one that ends or makes room does.
    private var isWelcome = true
    /// Whether the daemon has said more than was asked: the goodbye of one that ends.
    private var hasEnded = false

    /// Seconds for connecting and greeting: a daemon that systemd starts for this connection has to load first.
    private static let greetingTime: CInt = 30
    /// Seconds without the daemon taking any byte.
    private static let sendingTime: CInt = 30
    /// Seconds without the daemon saying anything. A writer may wait a minute for another, and then for the disk.
    private static let answerTime: CInt = 120
    /// The same where the daemon may make all keys of a keychain anew, or delete or bring back all items: a million
    /// items take 13 s on a good disk, and one keychain is done at a time.
    private static let renewalTime: CInt = 600

    /// What became of a request.
    enum Exchange: Sendable {
        case reply(Reply)
        case failed(KeychainError)
        /// The daemon has not begun it and will not.
        case notDone
        /// It was sent, and nothing was heard.
        case lost
    }

    /// Connects, finds out who listens, and greets.
    /// - Parameters:
    ///   - isIntroducing: whether the process says which file it runs, since the daemon may not look.
    ///   - takesOwn: whether a daemon of the user of this process is spoken to.
    init(to path: String, introducing isIntroducing: Bool, takingOwn takesOwn: Bool) throws(KeychainError) {
        descriptor = unsafe latchkey_connect(path, Self.greetingTime)
        guard descriptor >= 0 else {
            throw KeychainError(
                .notAvailable, during: "reaching the configured keychain daemon",
                hint: "the keychain daemon does not run, or its socket is another one; see keychaind(8)",
                cause: .errno(errno))
        }
        try DaemonOwner.requireTrusted(descriptor, takingOwn: takesOwn)
        try greet()
        latchkey_set_times(descriptor, Self.sendingTime, Self.answerTime)
        if isIntroducing { try introduce() }
    }

    /// A daemon that refuses it refuses what follows as well, and says why.
    private mutating func introduce() throws(KeychainError) {
        guard let executable = ProcessPrivacy.executable else { return }
        let request = AddressedRequest(.introduction(executable: executable), to: .file(""))
        switch exchange(try WireCoder.frame(.request, sequence: 0, request), sequence: 0) {
        case .reply, .failed: return
        case .notDone, .lost: isWelcome = false
        }
    }

    deinit { if descriptor >= 0 { close(descriptor) } }

    private mutating func greet() throws(KeychainError) {
        let greeting = Greeting().encoded
        errno = 0
        guard unsafe greeting.withRawBytes({ unsafe send($0) }), receive(upTo: Welcome.size) else {
            // The end (no error), or one of these; else the time is over.
            guard [0, ECONNRESET, EPIPE].contains(errno) else { throw WireError.unexpected }
            isWelcome = false
            return
        }
        let bytes = unsafe buffer.withUnsafeBytes { unsafe Array($0[..<Welcome.size]) }
        guard let welcome = Welcome(decoding: bytes) else { throw WireError.unexpected }
        try welcome.requireAccepted()
    }

    /// - Parameter waitsLong: whether the request may make all keys of a keychain anew, or change all of its items.
    mutating func exchange(_ frame: borrowing WireFrame, sequence: UInt32, waitsLong: Bool = false) -> Exchange {
        guard isWelcome, !hasEnded else { return .notDone }
        if waitsLong { latchkey_set_times(descriptor, Self.sendingTime, Self.renewalTime) }
        defer { if waitsLong { latchkey_set_times(descriptor, Self.sendingTime, Self.answerTime) } }
        // A request that did not go out as a whole is never begun.
        let isSent = unsafe frame.withUnsafeBytes { unsafe send($0) }
        // A program without an identity is refused before all of a long request is there.
        guard isSent || errno == EPIPE || errno == ECONNRESET else { return .notDone }
        received = 0
        defer { wipe() }
        errno = 0
        guard receive(upTo: FrameHeader.size, exactly: false) else {
            guard isSent else { return .notDone }
            return errno == EAGAIN || errno == EWOULDBLOCK ? broken(Self.late) : .lost
        }
        do throws(KeychainError) {
            let header = unsafe try buffer.withUnsafeBytes { bytes throws(KeychainError) in
                unsafe try FrameHeader(decoding: UnsafeRawBufferPointer(rebasing: bytes[..<FrameHeader.size]))
            }
            if header.kind == .goodbye || !isSent && header.kind != .error { return .notDone }
            guard header.sequence == sequence, header.kind != .request else { return broken(WireError.unexpected) }
            return try answer(header)
        } catch {
            return broken(WireError.unexpected)
        }
    }

    private static let late = KeychainError(
        .notAvailable, during: "waiting for the keychain daemon",
        hint: "the daemon did not answer in time; a change may have been made or not")

    private mutating func broken(_ error: KeychainError) -> Exchange {
        isBroken = true
        return .failed(error)
    }

    /// - Throws: `.decode` for an answer that is none.
    private mutating func answer(_ header: FrameHeader) throws(KeychainError) -> Exchange {
        let end = FrameHeader.size + header.count
        if end <= buffer.count {
            guard receive(upTo: end, exactly: false) else { return .lost }
            hasEnded = received > end
            return unsafe try buffer.withUnsafeBytes { bytes throws(KeychainError) in
                unsafe try Self.decode(header, UnsafeRawBufferPointer(rebasing: bytes[FrameHeader.size..<end]))
            }
        }
        let (start, rest) = (received - FrameHeader.size, header.count)
        var isWhole = false
        let body = unsafe SecretBytes(count: rest) { target in
            unsafe buffer.withUnsafeBytes { bytes in
                unsafe target.copyMemory(
                    from: UnsafeRawBufferPointer(rebasing: bytes[FrameHeader.size..<FrameHeader.size + start]))
            }
            isWhole = unsafe Self.receive(
                into: UnsafeMutableRawBufferPointer(rebasing: target[start...]), from: descriptor)
        }
        guard isWhole else { return .lost }
        return unsafe try body.withUnsafeBytes { bytes throws(KeychainError) in unsafe try Self.decode(header, bytes) }
    }

    private static func decode(
        _ header: FrameHeader, _ body: UnsafeRawBufferPointer
    ) throws(KeychainError) -> Exchange {
        header.kind == .reply
            ? .reply(unsafe try WireCoder.decode(Reply.self, from: body))
            : .failed(unsafe try WireCoder.decode(KeychainError.self, from: body))
    }

    /// Bytes of the answer that are in the buffer.
    private var received = 0

    private func send(_ bytes: UnsafeRawBufferPointer) -> Bool {
        var sent = 0
        while sent < bytes.count {
            let rest = unsafe UnsafeRawBufferPointer(rebasing: bytes[sent...])
            let count = unsafe latchkey_send(descriptor, rest.baseAddress, rest.count, 1)
            guard count > 0 else { return false }
            sent += count
        }
        return true
    }

    /// Waits until `count` bytes are in the buffer.
    /// - Parameter exactly: false to take more if more is there.
    /// - Returns: false if the connection ended before, with errno.
    private mutating func receive(upTo count: Int, exactly: Bool = true) -> Bool {
        let descriptor = descriptor
        while received < count {
            let (start, limit) = (received, exactly ? count : buffer.count)
            let number = unsafe buffer.withUnsafeMutableBytes { bytes in
                let rest = unsafe UnsafeMutableRawBufferPointer(rebasing: bytes[start..<limit])
                return unsafe latchkey_receive_waiting(descriptor, rest.baseAddress, rest.count)
            }
            guard number > 0 else { return false }
            received += number
        }
        return true
    }

    private static func receive(into target: UnsafeMutableRawBufferPointer, from descriptor: CInt) -> Bool {
        var received = 0
        while received < target.count {
            let rest = unsafe UnsafeMutableRawBufferPointer(rebasing: target[received...])
            let number = unsafe latchkey_receive_waiting(descriptor, rest.baseAddress, rest.count)
            guard number > 0 else { return false }
            received += number
        }
        return true
    }

    /// Overwrites what was received.
    private mutating func wipe() {
        let count = min(received, buffer.count)
        unsafe buffer.withUnsafeMutableBytes { bytes in
            if let base = bytes.baseAddress { unsafe explicit_bzero(base, count) }
        }
        received = 0
    }
}
