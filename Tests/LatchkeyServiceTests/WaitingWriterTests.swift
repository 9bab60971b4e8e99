// What waits for another process that writes, and who does not wait for that.
// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Glibc
import LatchkeyClient
import LatchkeyModel
import LatchkeyPlatform
import LatchkeyTestSupport
import Testing

/// A call of one thread writes, and waits for a transaction of somebody else. Other threads of the same client go on
/// meanwhile: that transaction ends when they are done, and not before.
@Suite struct WaitingWriterTests {
    private static let password: TestSecret = "right"
    private let home: TemporaryHome

    init() throws {
        home = try TemporaryHome()
        try home.client.create(password: Self.password)
        try home.client.add("seed", secret: "secret of seed")
    }

    /// A client that has opened the file and unlocked it, with or without the kernel's keyrings.
    private func unlockedClient(_ setting: ThreadSetting) throws -> KeychainClient {
        try onOwnThread(setting) { [home] in
            let client = home.anotherClient()
            try client.unlock(Self.password)
            return client
        }
    }

    /// The others were still waiting after this time.
    private struct OthersWaited: Error {}
    private struct WriterDidNotWait: Error {}

    /// Runs `writing` and `others` on a thread each, beside a transaction that ends when `others` is done.
    /// - Returns: what they gave.
    private func besideWriter<W: Sendable, R: Sendable>(
        _ setting: ThreadSetting, writing: @escaping @Sendable () throws -> W,
        others: @escaping @Sendable () throws -> R
    ) throws -> (W, R) {
        let held = try HeldWrite(in: home)
        let (hasWritten, isDone) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        let writer = startThread(setting) {
            defer { hasWritten.signal() }
            return try writing()
        }
        let other = startThread(setting) {
            defer { isDone.signal() }
            return try others()
        }
        let outcome = isDone.wait(timeout: .now() + 30)
        let hasWaited = hasWritten.wait(timeout: .now()) == .timedOut
        try held.release()
        let answers = (Result { try writer.wait() }, Result { try other.wait() })
        guard outcome == .success else { throw OthersWaited() }
        guard hasWaited else { throw WriterDidNotWait() }
        return (try answers.0.get(), try answers.1.get())
    }

    /// Reads for so long that a writer which began at the same time is waiting by then.
    /// - Returns: whether every answer was right.
    private static func read(_ client: KeychainClient) throws -> Bool {
        for _ in 0..<50 {
            guard try client.secret(of: "seed") == "secret of seed", try client.items().count == 1 else { return false }
            usleep(10_000)
        }
        return true
    }

    /// What a program does that waits.
    enum Write: CaseIterable {
        case add, update, delete, changePassword, removePassword, settings, wrongPassword, rightPassword

        /// - Returns: nil if it succeeds.
        func run(on client: KeychainClient) -> KeychainError.Code? {
            failure {
                switch self {
                case .add: try client.add("new")
                case .update: try client.update([.account: .string("seed")]) { $0.attributes[.label] = .string("new") }
                case .delete: try client.delete([.account: .string("seed")])
                case .changePassword: try client.changePassword(from: password, to: "other")
                case .removePassword: try client.changePassword(from: password, to: nil)
                case .settings: _ = try client.perform(.set(LockSettings(idleTimeout: 600)))
                case .wrongPassword: try client.unlock("wrong")
                // It ends the count.
                case .rightPassword: try client.unlock(password)
                }
            }
        }

        var answer: KeychainError.Code? { self == .wrongPassword ? .authFailed : nil }
    }

    @Test(arguments: Write.allCases, [ThreadSetting.ordinary, .withoutKeyring])
    func `others read while a call waits`(write: Write, setting: ThreadSetting) throws {
        let client = try unlockedClient(setting)
        if write == .rightPassword {
            let refusal = try onOwnThread(setting) { Write.wrongPassword.run(on: client) }
            #expect(refusal == .authFailed)
            usleep(1_100_000)
        }
        let (answer, isRead) = try besideWriter(setting) {
            write.run(on: client)
        } others: {
            try Self.read(client)
        }
        #expect(answer == write.answer)
        #expect(isRead)
        let status = try onOwnThread(setting) { try client.status() }
        #expect(status.hasPassword == (write != .removePassword))
        if write == .settings { #expect(status.settings.idleTimeout == 600) }
        if write == .wrongPassword {
            // It was counted: the next is the second, however long this process had to wait meanwhile.
            usleep(1_100_000)
            let second = #expect(throws: KeychainError.self) { try client.unlock("wrong") }
            #expect(second?.cause == .wrongPasswords(inARow: 2, wait: 2))
        }
        if write == .changePassword { try client.unlock("other") }
    }

    @Test(arguments: [ThreadSetting.ordinary, .withoutKeyring])
    func `a lock holds at once while eight adds wait, and they succeed when it is unlocked again`(
        setting: ThreadSetting
    ) throws {
        let client = try unlockedClient(setting)
        let (answers, isLocked) = try besideWriter(setting) {
            let adders = (0..<8).map { number in
                startThread(setting) { failure { try client.add("new \(number)") } }
            }
            return try adders.map { try $0.wait() }
        } others: {
            guard try Self.read(client) else { return false }
            try client.lock()
            let refusal = failure { _ = try client.secret(of: "seed") }
            try client.unlock(Self.password)
            return try refusal == .interactionNotAllowed && Self.read(client)
        }
        #expect(answers == Array(repeating: nil, count: 8))
        #expect(isLocked)
        let examination = try onOwnThread(setting) { try client.examine() }
        #expect(examination.intact == 9 && examination.fileProblems.isEmpty)
    }

    @Test(arguments: [ThreadSetting.ordinary, .withoutKeyring])
    func `an add that waits finds the keychain locked that was locked meanwhile`(setting: ThreadSetting) throws {
        let client = try unlockedClient(setting)
        let (answer, isRead) = try besideWriter(setting) {
            failure { try client.add("new") }
        } others: {
            defer { try? client.lock() }
            return try Self.read(client)
        }
        #expect(answer == .interactionNotAllowed)
        #expect(isRead)
    }
}
