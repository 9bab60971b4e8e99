// Asks a user at the terminal; what is typed for a password is not shown.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Glibc

struct Terminal {
    private let descriptor: CInt

    /// - Returns: nil if there is no terminal.
    init?() {
        descriptor = open("/dev/tty", O_RDWR | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
    }

    func say(_ text: String) {
        let bytes = Array(text.utf8)
        _ = write(descriptor, bytes, bytes.count)
    }

    /// - Returns: nil if the user gives up.
    func ask(_ question: String) -> String? {
        say(question)
        return line().map { String(decoding: $0, as: UTF8.self) }
    }

    /// - Returns: nil if the user gives up.
    func askWithoutEcho(_ question: String) -> Data? {
        var before = termios()
        guard tcgetattr(descriptor, &before) == 0 else { return nil }
        var silent = before
        // Without ISIG an interrupt is a byte like others, so that the echo is never left off.
        silent.c_lflag &= ~tcflag_t(ECHO | ISIG)
        guard tcsetattr(descriptor, TCSAFLUSH, &silent) == 0 else { return nil }
        say(question)
        let answer = line()
        tcsetattr(descriptor, TCSAFLUSH, &before)
        say("\n")
        guard let answer, !answer.contains(3) else { return nil }
        return answer
    }

    private func line() -> Data? {
        var line = Data()
        var byte: UInt8 = 0
        while line.count < 4096 {
            let count = read(descriptor, &byte, 1)
            if count < 0, errno == EINTR { continue }
            guard count == 1 else { return nil }
            if byte == 10 { return line }
            line.append(byte)
        }
        return nil
    }
}
