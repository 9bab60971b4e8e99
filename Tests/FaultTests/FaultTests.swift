// Every write and fsync fails once, and is once the last before the power fails.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import LatchkeyTestSupport
import Testing

private let isThorough = ProcessInfo.processInfo.environment["LATCHKEY_SLOW_TESTS"] == "1"

@Suite struct FaultTests {
    /// Operations of the disk that are tried if all are wanted; hardly any call has more.
    private static let mostPoints = 100

    /// - Parameter points: about how many of the operations of the disk are tried, unless all are wanted.
    private func run(_ operation: FaultOperation, quickly points: Int) throws -> [String] {
        try onOwnThread(.withoutKeyring) {
            let runner = try FaultRunner(operation)
            // If a transaction is larger than SQLite's cache, most of its writes are alike.
            let step = max(1, runner.operations / (isThorough ? Self.mostPoints : points))
            let torn = (1...UInt64(isThorough ? 8 : 1)).map { FaultyDisk.Image.torn(seed: $0) }
            var number = 1
            while true {
                let fault = number / step % 2 == 0 ? FaultyDisk.Fault.inputOutput : .diskFull
                guard try runner.fail(number, with: fault) else { break }
                if isThorough { _ = try runner.fail(number, with: fault == .diskFull ? .inputOutput : .diskFull) }
                if isThorough || number % 3 == 0 { try runner.failThenRepeat(number, with: .inputOutput) }
                _ = try runner.loseThePower(at: number, images: [.lost] + torn + (isThorough ? [.kept] : []))
                number += step
            }
            _ = try runner.loseThePower(at: .max, images: [.lost, .kept] + torn)
            print("faults: \(operation.testDescription): \(runner.operations) fault points, \(runner.runs) states")
            return runner.problems
        }
    }

    @Test(arguments: FaultOperation.onItems)
    func `a disk that fails leaves the state before or after, and what was acknowledged`(
        operation: FaultOperation
    ) throws {
        let problems = try run(operation, quickly: 9)
        #expect(problems.isEmpty)
    }

    @Test(arguments: FaultOperation.ofBackups)
    func `a disk that fails leaves a keychain as it was, or as its backup has it`(operation: FaultOperation) throws {
        let problems = try run(operation, quickly: operation.preparation == .longItems ? 8 : 6)
        #expect(problems.isEmpty)
    }

    @Test(arguments: FaultOperation.onPasswords)
    func `a disk that fails leaves the old password or the new one, and every item`(operation: FaultOperation) throws {
        let problems = try run(operation, quickly: operation.preparation == .longItems ? 8 : 2)
        #expect(problems.isEmpty)
    }
}
