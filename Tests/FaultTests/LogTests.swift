// How the log of a keychain is written.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyClient
import LatchkeyModel
import LatchkeyTestSupport
import Testing

@Suite struct LogTests {
    @Test func `a stored item is one write of the log and one sync`() throws {
        try onOwnThread(.withoutKeyring) {
            let home = try Preparation.items.make()
            let disk = FaultyDisk(home.path)
            let client = home.anotherClient()
            // The first write of a connection is a page longer: it begins the log.
            try client.add("first", secret: "of the log")
            let before = disk.operations
            for number in 0..<50 { try client.add("item \(number)", secret: "of the log") }
            #expect(disk.operations - before == 100)
            client.close()
        }
    }
}
