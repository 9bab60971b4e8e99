// Writes of several threads that share a transaction, on a disk that fails.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyClient
import LatchkeyModel
import LatchkeyPlatform
import LatchkeyTestSupport
import Testing

@Suite struct SharedWriteTests {
    private static let threads = 8
    private static let additions = 4

    private static func secret(of account: String) -> TestSecret { TestSecret("secret of \(account)") }

    /// Adds items from several threads at once.
    /// - Returns: the accounts that were answered with success, and the codes of the other answers.
    private static func addAtOnce(to client: KeychainClient) throws -> (
        added: Set<String>, refusals: [KeychainError.Code]
    ) {
        let running = (0..<threads).map { thread in
            startThread(.withoutKeyring) {
                (0..<additions).map { number in
                    let account = "\(thread).\(number)"
                    return (account, failure { try client.add(account, secret: secret(of: account)) })
                }
            }
        }
        let answers = try running.flatMap { try $0.wait() }
        return (Set(answers.filter { $0.1 == nil }.map(\.0)), answers.compactMap(\.1))
    }

    /// What is wrong with the items of a home whose keychain nobody has open.
    private static func problems(of home: TemporaryHome, acknowledged: Set<String>, _ fault: String) throws -> [String]
    {
        let held = try Contents(of: home, oldKeybag: nil).items ?? []
        var accounts: Set<String> = []
        var problems: [String] = []
        for row in held {
            guard case .string(let account)? = row.attributes[0], account.contains(".") else { continue }
            accounts.insert(account)
            if row.secret != ItemSecret(secret(of: account)).bytes.declassified(because: "it is test data") {
                problems.append("\(fault): \(account) has another secret")
            }
        }
        // An unacknowledged one may be there: its log may have reached the disk before the sync failed.
        let lost = acknowledged.subtracting(accounts)
        return lost.isEmpty ? problems : problems + ["\(fault): acknowledged and lost: \(lost.sorted())"]
    }

    @Test func `items that share a transaction are all there, or were refused, when the disk fails`() throws {
        let (problems, shared) = try onOwnThread(.withoutKeyring) {
            let prepared = try Preparation.items.make()
            var (problems, shared): ([String], Int) = ([], 0)
            // Without a fault, by one thread: what the disk does for additions that share nothing.
            let alone = try prepared.copy()
            let disk = FaultyDisk(alone.path)
            let client = alone.anotherClient()
            for number in 0..<Self.threads * Self.additions {
                try client.add("alone \(number)", secret: Self.secret(of: "alone"))
            }
            let most = disk.operations
            client.close()
            for number in stride(from: 3, to: most, by: max(1, most / 24)) {
                for fault in FaultyDisk.Fault.allCases {
                    let home = try prepared.copy()
                    let disk = FaultyDisk(home.path)
                    disk.fail(number, with: fault)
                    let client = home.anotherClient()
                    let (added, refusals) = try Self.addAtOnce(to: client)
                    if refusals.isEmpty, disk.operations < most { shared += 1 }
                    let honest: Set<KeychainError.Code> = [.inputOutput, .diskFull, .notAvailable]
                    if !refusals.allSatisfy(honest.contains) { problems.append("\(fault) at \(number): \(refusals)") }
                    // One failure of the disk must not refuse what comes after it.
                    if fault != .power, refusals.count > Self.threads {
                        problems.append("\(fault) at \(number): refuses \(refusals.count)")
                    }
                    let image = try TemporaryHome()
                    if fault == .power { try disk.write(.lost, to: image.path) }
                    client.close()
                    let left = fault == .power ? image : home
                    problems += try Self.problems(of: left, acknowledged: added, "\(fault) at \(number)")
                }
            }
            return (problems, shared)
        }
        #expect(problems.isEmpty)
        #expect(shared > 0, "no run shared a transaction, so that nothing was tried")
    }
}
