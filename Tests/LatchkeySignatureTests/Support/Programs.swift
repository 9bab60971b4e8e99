// Programs of the tests, signed in memory.
// SPDX-License-Identifier: Apache-2.0

import Crypto
import LatchkeySignature
import Testing

/// Bytes that stand for a program. The reader of signatures does not ask what they are.
let program = Array("#!nothing\n".utf8) + (0..<54).map { UInt8(truncatingIfNeeded: $0 &* 7) }

let entitlements = Array(
    """
    <?xml version="1.0" encoding="UTF-8"?>
    <plist version="1.0"><dict>
    <key>keychain-access-groups</key><array><string>TEAM123456.shared</string></array>
    <key>application-identifier</key><string>TEAM123456.com.example.app</string>
    </dict></plist>
    """.utf8)

func directory(
    of bytes: [UInt8] = program, team: String? = "TEAM123456", entitlements: [UInt8] = entitlements
) throws -> CodeDirectory {
    CodeDirectory(
        identifier: try #require(CodeIdentifier("com.example.app")), team: team.flatMap { TeamIdentifier($0) },
        entitlements: entitlements, fileSize: UInt64(bytes.count), digest: Array(SHA256.hash(data: bytes)))
}

/// The program with a record by the team.
func signed(by team: TestTeam, entitlements: [UInt8] = entitlements) throws -> [UInt8] {
    let directory = try directory(entitlements: entitlements)
    return program + SignatureRecord(directory, message: try team.message(over: directory).encoded).encoded
}
