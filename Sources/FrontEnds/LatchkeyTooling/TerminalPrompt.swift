// Asks for a password on the terminal, without echo.
// SPDX-License-Identifier: Apache-2.0

import Glibc
import LatchkeyModel
package import LatchkeyPlatform

/// The terminal of the process (`/dev/tty`), while a question is open. It gets its settings back when this ends.
package struct TerminalPrompt: ~Copyable {
    private let terminal: CInt
    private let settings: termios
    private let signals: sigset_t

    /// The longest password that can be typed, in bytes.
    private static let largestCount = 1023

    /// Asks `question` and reads one line.
    package static func askPassword(_ question: String) throws(PromptFailure) -> ItemSecret {
        try TerminalPrompt().ask(question)
    }

    /// - Throws: `.noTerminal`.
    private init() throws(PromptFailure) {
        let terminal = unsafe open("/dev/tty", O_RDWR | O_CLOEXEC | O_NOCTTY)
        guard terminal >= 0 else { throw .noTerminal }
        var settings = termios()
        guard unsafe tcgetattr(terminal, &settings) == 0 else {
            close(terminal)
            throw .noTerminal
        }
        // These end the process, which would leave the terminal without echo; they wait until it has its settings back.
        var held = sigset_t()
        var before = sigset_t()
        unsafe sigemptyset(&held)
        for signal in [SIGINT, SIGTERM, SIGHUP, SIGQUIT] { unsafe sigaddset(&held, signal) }
        unsafe pthread_sigmask(SIG_BLOCK, &held, &before)
        var silent = settings
        silent.c_lflag &= ~tcflag_t(ECHO | ECHONL | ICANON | ISIG)
        silent.c_cc.6 = 1  // VMIN
        silent.c_cc.5 = 0  // VTIME
        unsafe tcsetattr(terminal, TCSAFLUSH, &silent)
        self.terminal = terminal
        self.settings = settings
        signals = before
    }

    deinit {
        var settings = settings
        var signals = signals
        unsafe tcsetattr(terminal, TCSAFLUSH, &settings)
        close(terminal)
        unsafe pthread_sigmask(SIG_SETMASK, &signals, nil)
    }

    private func ask(_ question: String) throws(PromptFailure) -> ItemSecret {
        let console = Console(descriptor: terminal)
        console.write(question)
        defer { console.write("\n") }
        var line = unsafe SecretBytes(count: Self.largestCount + 1) { _ in }
        var count = 0
        while true {
            try waitForKey()
            let position = count
            let received = unsafe line.withUnsafeMutableBytes { bytes in
                unsafe read(terminal, bytes.baseAddress.map { unsafe $0 + position }, 1)
            }
            if received < 0, errno == EINTR { continue }
            guard received == 1 else { throw .aborted }
            let key = unsafe line.withUnsafeBytes { unsafe $0[position] }
            switch Key(key) {
            case .end: return Self.secret(line, count: count)
            case .abort: throw .aborted
            case .endOfInput where count == 0: throw .aborted
            case .endOfInput: return Self.secret(line, count: count)
            case .eraseLine: count = 0
            case .erase:
                // One character may be several bytes of UTF-8.
                var isContinuation = true
                while count > 0, isContinuation {
                    count -= 1
                    let last = count
                    isContinuation = unsafe line.withUnsafeBytes { unsafe $0[last] & 0xc0 == 0x80 }
                }
            case .text: count = min(count + 1, Self.largestCount)
            }
        }
    }

    /// Returns when a key was pressed.
    /// - Throws: `.aborted` when a signal that would end the process waits.
    private func waitForKey() throws(PromptFailure) {
        while true {
            var waiting = pollfd(fd: terminal, events: Int16(POLLIN), revents: 0)
            let ready = unsafe poll(&waiting, 1, 200)
            var pending = sigset_t()
            unsafe sigpending(&pending)
            for signal in [SIGINT, SIGTERM, SIGHUP, SIGQUIT] where unsafe sigismember(&pending, signal) == 1 {
                throw .aborted
            }
            if ready > 0 { return }
            if ready < 0, errno != EINTR { throw .aborted }
        }
    }

    private static func secret(_ line: borrowing SecretBytes, count: Int) -> ItemSecret {
        unsafe line.withUnsafeBytes { bytes in
            unsafe ItemSecret(SecretBytes(copying: UnsafeRawBufferPointer(rebasing: bytes[..<count])))
        }
    }

    /// What a byte means while a line is typed.
    private enum Key {
        case text, end, erase, eraseLine, abort, endOfInput

        init(_ byte: UInt8) {
            switch byte {
            case 0x0a, 0x0d: self = .end
            case 0x08, 0x7f: self = .erase
            case 0x15: self = .eraseLine
            case 0x03, 0x1c: self = .abort
            case 0x04: self = .endOfInput
            default: self = .text
            }
        }
    }
}
