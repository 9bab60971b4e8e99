// A program that a test has made can be started at once, whatever the other threads of the process do.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Glibc
import LatchkeyTestSupport
import Synchronization
import Testing

private typealias Fork = @convention(c) () -> Int32

/// Children that live for a moment, one after the other, each with every file open that the process has open at its
/// birth. Only for a process with nothing else in it, such as an exit test: Swift hides fork(2) for good reasons.
private final class ForkingThread: Sendable {
    private let isWanted = Atomic(true)
    private let count = Atomic(0)

    func start() -> RunningThread<Int>? {
        guard let symbol = unsafe dlsym(nil, "fork") else { return nil }
        let fork = unsafe unsafeBitCast(symbol, to: Fork.self)
        return startThread { [self] in
            var children: [Int32] = []
            while isWanted.load(ordering: .relaxed) {
                let child = fork()
                if child == 0 {
                    usleep(2000)
                    _exit(0)
                }
                count.add(1, ordering: .relaxed)
                children.append(child)
                // Only its own: those of the other threads are waited for there.
                children.removeAll { waitpid($0, nil, WNOHANG) != 0 }
            }
            return count.load(ordering: .relaxed)
        }
    }

    func stop() { isWanted.store(false, ordering: .relaxed) }
}

@Suite struct WrittenProgramTests {
    /// Rounds of writing and starting; 2 000 with `LATCHKEY_SLOW_TESTS`.
    private static var rounds: Int {
        ProcessInfo.processInfo.environment["LATCHKEY_SLOW_TESTS"] == nil ? 30 : 2000
    }

    /// - Returns: the exit status of a process that does it: 0 if every program has started, 4 if nothing forked.
    private static func writeAndStart() throws -> Int32 {
        let folder = try TemporaryHome()
        let forking = ForkingThread()
        guard let thread = forking.start() else { return 4 }
        for round in 0..<rounds {
            let (script, copy) = ("\(folder.path)/script-\(round)", "\(folder.path)/copy-\(round)")
            try WrittenProgram.write("#!/bin/sh\nexit 0\n", to: script)
            try WrittenProgram.copy("/bin/true", to: copy)
            try WrittenProgram.run([script])
            try WrittenProgram.run([copy])
            try FileManager.default.removeItem(atPath: script)
            try FileManager.default.removeItem(atPath: copy)
        }
        forking.stop()
        return try thread.wait() > rounds ? 0 : 4
    }

    @Test func `a script and a copied program start at once beside a thread that forks without pause`() async {
        await #expect(processExitsWith: .success) { exit(try WrittenProgramTests.writeAndStart()) }
    }
}
