// Runs a part of a test on a thread of its own, if need be with less than the process may do.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Glibc

/// What the kernel gives a thread. Linux keeps keyrings, users and filters by thread, so other tests do not notice.
package enum ThreadSetting: Hashable, Sendable {
    case ordinary
    /// The kernel has no keyrings, as in many containers.
    case withoutKeyring
    /// The kernel forbids keyrings, as other containers do.
    case forbiddenKeyring
    /// A login session of its own, with an empty session keyring.
    case inOtherSession
    /// The user `nobody`, if the tests run as root; else the user that runs the tests.
    case withoutRoot
    /// A disk that fails.
    case refusing(DiskCall)
}

/// What a thread asks of a disk, and how that fails for a ``ThreadSetting/refusing(_:)`` one.
package enum DiskCall: CaseIterable, Sendable {
    /// There is no room.
    case write
    /// The disk reports an error.
    case sync, rename
}

/// The kernel did not let the thread be set up.
package struct ThreadSetupFailure: Error {
    package let errno: CInt
}

/// A thread did not end in the time that it was given. It goes on to run.
package struct ThreadStillRuns: Error {}

/// Runs `body` on a new thread and waits for it. Return what is to be expected: a failed expectation on that thread
/// would not be counted for the test.
package func onOwnThread<R: Sendable>(
    _ setting: ThreadSetting = .ordinary, stackSize: Int = 8 << 20, _ body: @escaping @Sendable () throws -> R
) throws -> R {
    try startThread(setting, stackSize: stackSize, body).wait()
}

/// Starts `body` on a new thread.
package func startThread<R: Sendable>(
    _ setting: ThreadSetting = .ordinary, stackSize: Int = 8 << 20, _ body: @escaping @Sendable () throws -> R
) -> RunningThread<R> {
    let running = RunningThread<R>()
    let thread = Thread {
        running.finish(
            Result {
                try setting.apply()
                return try body()
            })
    }
    thread.stackSize = stackSize
    thread.start()
    return running
}

/// A thread whose result is waited for. Unchecked: the result is written once, before the semaphore is signalled.
package final class RunningThread<R: Sendable>: @unchecked Sendable {
    private let isDone = DispatchSemaphore(value: 0)
    private var result: Result<R, any Error>?

    fileprivate func finish(_ result: Result<R, any Error>) {
        self.result = result
        isDone.signal()
    }

    /// Call it once.
    package func wait() throws -> R {
        isDone.wait()
        return try ended()
    }

    /// As ``wait()``, for what a fault would keep forever. The time limit of a test counts from when the test is in the
    /// queue of all tests, which takes minutes on a slow machine; this one counts from here.
    ///
    /// - Throws: ``ThreadStillRuns`` after `seconds`.
    package func wait(seconds: Int) throws -> R {
        guard isDone.wait(timeout: .now() + .seconds(seconds)) == .success else { throw ThreadStillRuns() }
        return try ended()
    }

    private func ended() throws -> R {
        guard let result else { preconditionFailure("a thread that is done has a result") }
        return try result.get()
    }
}

extension ThreadSetting {
    fileprivate func apply() throws {
        switch self {
        case .ordinary: return
        case .withoutKeyring: try refuse([Number.keyctl, Number.addKey], with: ENOSYS)
        case .forbiddenKeyring: try refuse([Number.keyctl, Number.addKey], with: EPERM)
        case .refusing(.write): try refuse([Number.write], with: ENOSPC)
        case .refusing(.sync): try refuse([Number.fsync], with: EIO)
        case .refusing(.rename): try refuse(Number.rename, with: EIO)
        case .inOtherSession: try check(system(Number.keyctl, 1))  // KEYCTL_JOIN_SESSION_KEYRING
        case .withoutRoot:
            guard geteuid() == 0 else { return }
            let nobody = 65534
            try check(system(Number.setgroups, 0))
            try check(system(Number.setresgid, nobody, nobody, nobody))
            try check(system(Number.setresuid, nobody, nobody, nobody))
        }
    }

    /// A filter of this thread's system calls that answers some of them with an error.
    private func refuse(_ numbers: [Int], with error: CInt) throws {
        func instruction(_ code: UInt64, _ jumpTrue: UInt64, _ jumpFalse: UInt64, _ operand: Int) -> UInt64 {
            code | jumpTrue << 16 | jumpFalse << 24 | UInt64(operand) << 32
        }
        let load = instruction(0x20, 0, 0, 0)  // the number of the call
        let comparisons = numbers.enumerated().map { index, number in
            instruction(0x15, UInt64(numbers.count - index), 0, number)
        }
        let allow = instruction(0x06, 0, 0, 0x7fff_0000)
        let refuse = instruction(0x06, 0, 0, 0x0005_0000 | Int(error))
        let program = [load] + comparisons + [allow, refuse]
        try check(system(Number.prctl, 38, 1))  // PR_SET_NO_NEW_PRIVS
        try unsafe program.withUnsafeBufferPointer { program in
            let header = [UInt(program.count), UInt(bitPattern: program.baseAddress)]
            try unsafe header.withUnsafeBufferPointer { header in
                try check(system(Number.prctl, 22, 2, Int(bitPattern: header.baseAddress)))  // PR_SET_SECCOMP
            }
        }
    }

    private func check(_ result: Int) throws {
        guard result >= 0 else { throw ThreadSetupFailure(errno: errno) }
    }
}

/// Numbers of system calls. glibc's own functions would change every thread of the process.
private enum Number {
    #if arch(arm64)
        static let addKey = 217
        static let fsync = 82
        static let keyctl = 219
        static let prctl = 167
        static let rename = [38, 276]
        static let setgroups = 159
        static let setresgid = 149
        static let setresuid = 147
        static let write = 64
    #else
        static let addKey = 248
        static let fsync = 74
        static let keyctl = 250
        static let prctl = 157
        static let rename = [82, 264, 316]
        static let setgroups = 116
        static let setresgid = 119
        static let setresuid = 117
        static let write = 1
    #endif
}

private typealias SystemCall = @convention(c) (Int, Int, Int, Int, Int, Int) -> Int

/// syscall(2), which Swift cannot import because it is variadic.
private func system(_ number: Int, _ first: Int = 0, _ second: Int = 0, _ third: Int = 0) -> Int {
    guard let symbol = unsafe dlsym(nil, "syscall") else { return -1 }
    return unsafe unsafeBitCast(symbol, to: SystemCall.self)(number, first, second, third, 0, 0)
}
