// A restore while the disk fails.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyClient
import LatchkeyModel
import LatchkeyPlatform
import LatchkeyTestSupport

extension FaultOperation {
    static let ofBackups: [FaultOperation] = [
        FaultOperation("restore a backup") { try restore(short, to: $0) },
        FaultOperation("restore a backup beside a log", on: .itemsAndLog) { try restore(short, to: $0) },
        FaultOperation("restore more than SQLite keeps in memory, over as much", on: .longItems) {
            try restore(long, to: $0)
        },
    ]

    private static let password: TestSecret = "backup"
    /// Another secret for one of the items, and an item that is not there.
    private static let short = backup { client in
        try client.add("alice", secret: "restored")
        try client.add("dave", secret: "restored", under: .aku)
        try client.add("comes", secret: "synchronised") { $0.attributes[.synchronizable] = .number(1) }
    }
    private static let long = backup { client in
        for number in 0..<14 {
            try client.add("long \(number)", secret: TestSecret(String(repeating: "y", count: 190_000 + number)))
        }
    }

    /// The bytes of a backup of a keychain with these items; none if it cannot be made, which no restore takes.
    private static func backup(of fill: (KeychainClient) throws -> Void) -> [UInt8] {
        var bytes: [UInt8] = []
        do {
            let home = try TemporaryHome()
            try fill(home.client)
            _ = try home.client.backUp(under: ItemSecret(password), provenBy: nil) { bytes += $0 }
            return bytes
        } catch {
            return []
        }
    }

    private static func restore(_ bytes: [UInt8], to client: KeychainClient) throws(KeychainError) {
        _ = try client.restore(
            under: ItemSecret(password), provenBy: nil,
            reading: { offset, count throws(KeychainError) in
                Array(bytes.dropFirst(Int(offset)).prefix(count))
            }, if: { _ in true })
    }
}
