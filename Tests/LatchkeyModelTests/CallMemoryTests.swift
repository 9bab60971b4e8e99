// How much memory one call may hold.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyModel
import LatchkeyPlatform
import LatchkeyTestSupport
import Synchronization
import Testing

@Suite struct CallMemoryTests {
    /// A ledger with a limit.
    private final class Ledger: CallMemory.Source {
        let limit: Int
        private let counted = Mutex(0)
        var count: Int { counted.withLock { $0 } }

        init(limit: Int) { self.limit = limit }

        func take(_ count: Int) -> Bool {
            counted.withLock { counted in
                guard counted + count <= limit else { return false }
                counted += count
                return true
            }
        }

        func giveBack(_ count: Int) { counted.withLock { $0 -= count } }
    }

    private static let mebibyte = 1 << 20

    @Test func `the first mebibyte of a call is free, and what follows is counted`() throws {
        let ledger = Ledger(limit: 100)
        let memory = CallMemory(from: ledger)
        try memory.take(Self.mebibyte)
        #expect(ledger.count == 0)
        try memory.take(60)
        #expect(ledger.count == 60)
        memory.giveBack(100)
        #expect(ledger.count == 0)
        try memory.take(140)
        #expect(ledger.count == 100)
    }

    @Test func `what there is no room for is refused, and not counted`() throws {
        let ledger = Ledger(limit: 100)
        let memory = CallMemory(from: ledger)
        try memory.take(Self.mebibyte + 50)
        #expect(failure { try memory.take(51) } == .allocate)
        #expect(ledger.count == 50)
        try memory.take(50)
        #expect(ledger.count == 100)
    }

    @Test func `what is held for a while is given back, also after an error`() throws {
        let ledger = Ledger(limit: 100)
        let memory = CallMemory(from: ledger)
        try memory.take(Self.mebibyte)
        try memory.holding(70) { () throws(KeychainError) in #expect(ledger.count == 70) }
        #expect(ledger.count == 0)
        let thrown = failure {
            try memory.holding(70) { () throws(KeychainError) in throw KeychainError(.decode, during: "testing") }
        }
        #expect(thrown == .decode)
        #expect(ledger.count == 0)
    }

    @Test func `a call that is over gives everything back`() throws {
        let ledger = Ledger(limit: 100)
        do {
            let memory = CallMemory(from: ledger)
            try memory.take(Self.mebibyte + 80)
            #expect(ledger.count == 80)
        }
        #expect(ledger.count == 0)
    }

    @Test func `a process that holds its own memory only is never refused`() throws {
        try CallMemory.unbounded.take(.max / 2)
        CallMemory.unbounded.giveBack(.max / 2)
    }
}
