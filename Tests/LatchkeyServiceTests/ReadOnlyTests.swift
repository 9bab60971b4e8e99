// A keychain in a directory that another user owns, or on a file system that cannot be written.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import LatchkeyClient
import LatchkeyModel
import LatchkeyPlatform
import LatchkeyTestSupport
import Testing

@Suite struct ReadOnlyTests {
    /// The owner writes while another user reads without locks.
    @Test(.enabled(if: geteuid() == 0, "only root can be two users"))
    func `a keychain that was read without locks is read again when somebody has written to it`() throws {
        let owner = try TemporaryHome()
        try owner.anotherClient().add("alice")
        let reader = try owner.homeOfReader()

        func count() throws -> Int {
            try onOwnThread(.withoutRoot) {
                var query = ItemQuery(itemClass: .genericPassword)
                query.limit = .all
                query.returning = [.data]
                guard case .items(let items) = try reader.client.perform(.copy(query), in: .file(owner.keychain))
                else { return 0 }
                return items.count
            }
        }
        #expect(try count() == 1)
        try owner.anotherClient().add("bob")
        #expect(try count() == 2)
        let refused = try onOwnThread(.withoutRoot) {
            [
                failure { _ = try reader.client.perform(.set(LockSettings()), in: .file(owner.keychain)) },
                failure {
                    var addition = ItemAddition(itemClass: .genericPassword)
                    addition.attributes = [.account: .string("carol")]
                    _ = try reader.client.perform(.add(addition), in: .file(owner.keychain))
                },
            ]
        }
        #expect(refused == [.readOnly, .readOnly])
        #expect(try FileManager.default.contentsOfDirectory(atPath: owner.path).count == 2)
    }
}
