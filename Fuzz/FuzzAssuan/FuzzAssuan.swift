// Fuzzes what pinentry says, and the words of commands to it.
// SPDX-License-Identifier: Apache-2.0

import FuzzSupport
import LatchkeyModel
import LatchkeyPlatform
import LatchkeyPresence

@main enum FuzzAssuan {
    static func main() {
        unsafe fuzz { start, count in
            FuzzAssuan.run(unsafe input(at: start, count: count))
            return 0
        }
    }

    private static func run(_ bytes: [UInt8]) {
        do throws(KeychainError) {
            let line = try unsafe bytes.withRawBytes { bytes throws(KeychainError) in
                unsafe try AssuanLine(decoding: bytes)
            }
            check(bytes.count <= AssuanLine.largestCount, "a long line is refused")
            if case .data(let secret) = line {
                check(secret.count <= bytes.count - 2, "data has no more bytes than its line")
            }
        } catch {
            check(error, isOneOf: [.decode])
        }
        let text = String(decoding: bytes, as: UTF8.self)
        guard let command = AssuanLine.command("SETDESC", text) else { return }
        check(command.count <= AssuanLine.largestCount + 1, "a command is one line")
        check(command.firstIndex(of: 10) == command.count - 1 && !command.contains(13), "which ends where it ends")
    }
}
