// A bus of a session, for one test.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Glibc
import Testing

/// The system's dbus-daemon. It ends with this object.
final class PrivateBus: @unchecked Sendable {  // the process is started by `init` and ended by `deinit` only
    let address: String
    private let process = Process()

    init() throws {
        let output = Pipe()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/dbus-daemon")
        process.arguments = ["--session", "--print-address=1", "--nofork", "--nopidfile"]
        process.standardOutput = output
        try process.run()
        var line: [UInt8] = []
        while line.last != UInt8(ascii: "\n") {
            let byte = try #require(try output.fileHandleForReading.read(upToCount: 1), "the bus has no address")
            try #require(!byte.isEmpty, "the bus has no address")
            line += byte
        }
        address = String(decoding: line.dropLast(), as: UTF8.self)
    }

    deinit {
        // A thread of the tests may have had other signals blocked.
        kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
    }
}
