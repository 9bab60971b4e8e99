// Runs the hostile tests, each with many processes of this same program.
// SPDX-License-Identifier: Apache-2.0
//
// usage: Hostile kill ROUNDS DIRECTORY | busy SECONDS DIRECTORY | held ROUNDS DIRECTORY
//        | lock SECONDS SECURITY DIRECTORY | password ROUNDS SECURITY DIRECTORY | create ROUNDS DIRECTORY
//        | create-killed ROUNDS DIRECTORY | full DISK DIRECTORY | model CALLS SECURITY DIRECTORY [SEED]
// With LATCHKEY_REQUIRE_ALL=1 in the environment a part that cannot run here fails.

import Foundation
import Glibc

let arguments = Array(CommandLine.arguments.dropFirst())

func argument(_ index: Int) throws -> String {
    guard index < arguments.count else { throw Violation("an argument is missing") }
    return arguments[index]
}

func number(_ index: Int) throws -> Int {
    guard let number = Int(try argument(index)), number > 0 else { throw Violation("an argument is no number") }
    return number
}

func report(_ test: String, _ summary: String) { print("\(test): \(summary)") }

/// Says that a part is left out.
/// - Throws: if every part is asked for.
func skip(_ test: String, because reason: String) throws {
    guard ProcessInfo.processInfo.environment["LATCHKEY_REQUIRE_ALL"] != "1" else {
        throw Violation("\(reason), and LATCHKEY_REQUIRE_ALL=1 asks for every part")
    }
    report(test, "SKIPPED: \(reason)")
}

do {
    switch try argument(0) {
    case "kill": report("kill", try KillTest.run(rounds: number(1), in: argument(2)))
    case "busy": report("busy", try BusyTest.run(seconds: number(1), in: argument(2)))
    case "held": report("held", try HeldTest.run(rounds: number(1), in: argument(2)))
    case "lock":
        if let summary = try LockTest.run(seconds: number(1), tool: argument(2), in: argument(3)) {
            report("lock", summary)
        } else {
            try skip("lock", because: "the kernel keeps no session keys here")
        }
    case "password": report("password", try PasswordTest.run(rounds: number(1), tool: argument(2), in: argument(3)))
    case "create": report("create", try CreateTest.run(rounds: number(1), in: argument(2)))
    case "create-killed": report("create-killed", try CreateTest.runWithKills(rounds: number(1), in: argument(2)))
    case "full": report("full", try FullTest.run(on: argument(1), in: argument(2)))
    case "model":
        let seed = arguments.count > 4 ? UInt64(arguments[4]) : nil
        guard arguments.count < 5 || seed != nil else { throw Violation("the seed is no number") }
        report("model", try ModelTest.run(calls: number(1), seed: seed, tool: argument(2), in: argument(3)))
    // The roles of the child processes.
    case "write-until-killed":
        try KillTest.write(log: argument(1), round: number(2), always: arguments.last == "always")
    case "check-logs": try KillTest.check(logs: Array(arguments.dropFirst(2)), problemsTo: argument(1))
    case "check-opened":
        PasswordTest.leaveSession()
        try KillTest.check(logs: Array(arguments.dropFirst(2)), problemsTo: argument(1))
    case "open": exit(PasswordTest.open(try number(1)))
    case "seed": try BusyTest.seed(number(1))
    case "write-for": try BusyTest.write(report: argument(1), seconds: number(2))
    case "read-for": try BusyTest.read(report: argument(1), seconds: number(2))
    case "read-beside": try HeldTest.read(count: number(1), opensFirst: argument(2) == "open")
    case "read-always": try LockTest.readAlways(log: argument(1))
    case "update-always": try LockTest.updateAlways(log: argument(1))
    case "add-one": try CreateTest.addOne(argument(1), reports: argument(2))
    case "expect": CreateTest.expect(Array(arguments.dropFirst()))
    case "fill": try FullTest.fill(log: argument(1))
    case "empty": try FullTest.empty(log: argument(1), Array(arguments.dropFirst(2)))
    case "refill": try FullTest.refill(log: argument(1), Array(arguments.dropFirst(2)))
    case "expect-full": FullTest.expect(Array(arguments.dropFirst()))
    case "expect-refusal": FullTest.expectRefusal(try argument(1))
    case "model-worker": try ModelTest.work()
    case "model-driver":
        guard let seed = UInt64(try argument(1)), let driver = Int(try argument(2)) else { throw Violation("no seed") }
        try ModelTest.drive(seed: seed, number: driver, in: argument(3))
    case "model-exists": exit(SharedItems.exists(try argument(1)) ? 0 : 1)
    default: throw Violation("no such test")
    }
} catch {
    FileHandle.standardError.write(Data("\(arguments.first ?? "hostile"): VIOLATION: \(error)\n".utf8))
    exit(1)
}
