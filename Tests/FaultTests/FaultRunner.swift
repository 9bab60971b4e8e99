// Runs one operation again and again, each time with another fault, and looks at what is left.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyClient
import LatchkeyModel
import LatchkeyPlatform
import LatchkeyTestSupport

/// What a failing disk may leave of an operation: the state before it or the state after it, and after it if the
/// keychain has said that it was done.
final class FaultRunner {
    private let operation: FaultOperation
    private let prepared: TemporaryHome
    private let oldKeybag: [UInt8]?
    private let before: Contents
    private let after: Contents
    /// What may be left of a call that was not acknowledged.
    private let unacknowledged: Set<Contents>
    /// Writes, syncs and the like of the operation, its opening and closing of the file included.
    let operations: Int
    private(set) var runs = 0
    private(set) var problems: [String] = []

    /// Answers of a keychain whose disk fails: -36, -34, -25291 for a file that cannot be made.
    private static let honest: Set<KeychainError.Code> = [.inputOutput, .diskFull, .notAvailable]

    init(_ operation: FaultOperation) throws {
        self.operation = operation
        prepared = try operation.preparation.make()
        oldKeybag = try Contents.keybag(of: prepared.copy())
        before = try Contents(of: prepared.copy(), oldKeybag: oldKeybag)
        let home = try prepared.copy()
        let disk = FaultyDisk(home.path)
        guard Self.perform(operation, in: home) == operation.answer else {
            throw KeychainError(.internalError, during: "performing an operation without a fault")
        }
        operations = disk.operations
        after = try Contents(of: home, oldKeybag: oldKeybag)
        var unacknowledged: Set = [before, after]
        if operation.makesKeychain {
            let home = try prepared.copy()
            try home.client.create()
            unacknowledged.insert(try Contents(of: home, oldKeybag: oldKeybag))
        }
        self.unacknowledged = unacknowledged
    }

    /// The answer; the files are closed afterwards, with what SQLite still writes then.
    private static func perform(_ operation: FaultOperation, in home: TemporaryHome) -> KeychainError.Code? {
        let client = home.anotherClient()
        return failure { try operation.perform(client, home.keychain) }
    }

    /// Lets go of the last reference, and with it of the files.
    private static func close(_ client: consuming KeychainClient) {}

    /// One operation of the disk fails, and all others work.
    /// - Returns: false if there are not so many.
    func fail(_ number: Int, with fault: FaultyDisk.Fault) throws -> Bool {
        let home = try prepared.copy()
        let disk = FaultyDisk(home.path)
        disk.fail(number, with: fault)
        let code = Self.perform(operation, in: home)
        guard disk.hasFailed else { return false }
        check(home, answer: code, "\(fault) at \(number)")
        return true
    }

    /// One operation of the disk fails, the call is made again, and then the power fails.
    func failThenRepeat(_ number: Int, with fault: FaultyDisk.Fault) throws {
        let home = try prepared.copy()
        let image = try TemporaryHome()
        let disk = FaultyDisk(home.path)
        disk.fail(number, with: fault)
        let client = home.anotherClient()
        let code = failure { try operation.perform(client, home.keychain) }
        let repeated = failure { try operation.perform(client, home.keychain) }
        try disk.write(.lost, to: image.path)
        Self.close(client)
        // Where the first call was answered with success, the second finds its work done.
        let isDone = code == operation.answer || repeated == operation.answer
        check(image, answer: isDone ? operation.answer : .inputOutput, "\(fault) at \(number), repeated, then power")
        if !isDone { problems.append("\(fault) at \(number), repeated: answers \(repeated?.rawValue ?? 0)") }
    }

    /// The power fails at one operation of the disk.
    /// - Returns: false if there are not so many; it fails after the last one then.
    func loseThePower(at number: Int, images: [FaultyDisk.Image]) throws -> Bool {
        let home = try prepared.copy()
        let disk = FaultyDisk(home.path)
        disk.fail(number, with: .power)
        let client = home.anotherClient()
        let code = failure { try operation.perform(client, home.keychain) }
        try check(images, of: disk, answer: code, "power at \(number), at the answer")
        // What the keychain has answered holds, too, when the power fails while it closes its files.
        let hasFailedBefore = disk.hasFailed
        Self.close(client)
        if !hasFailedBefore { try check(images, of: disk, answer: code, "power at \(number), after the close") }
        return disk.hasFailed
    }

    private func check(
        _ images: [FaultyDisk.Image], of disk: FaultyDisk, answer: KeychainError.Code?, _ fault: String
    ) throws {
        for image in images {
            let home = try TemporaryHome()
            try disk.write(image, to: home.path)
            check(home, answer: answer, "\(fault), \(image)")
        }
    }

    private func check(_ home: TemporaryHome, answer: KeychainError.Code?, _ fault: String) {
        runs += 1
        let isDone = answer == operation.answer
        if !isDone, answer.map(Self.honest.contains) != true {
            problems.append("\(fault): answers \(answer?.rawValue ?? 0)")
        }
        do {
            let contents = try Contents(of: home, oldKeybag: oldKeybag)
            if contents != after, isDone || !unacknowledged.contains(contents) {
                problems.append("\(fault): neither before nor after, or acknowledged and lost")
            }
        } catch {
            problems.append("\(fault): \(error)")
        }
    }
}
