// Who derives keys from passwords, in which order.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import LatchkeyCrypto
import LatchkeyTestSupport
import Synchronization
import Testing

@testable import LatchkeyService

@Suite struct DerivationTurnsTests {
    @Test func `who gives a turn back and wants another comes behind those who wait`() throws {
        let turns = DerivationTurns()
        for _ in 0..<3 { try turns.take(.standard) }
        let order = Mutex<[String]>([])
        let isDone = DispatchSemaphore(value: 0)
        for name in ["first", "second"] {
            let before = turns.waiting
            Thread.detachNewThread {
                try? turns.take(.standard)
                order.withLock { $0.append(name) }
                turns.giveBack(.standard)
                isDone.signal()
            }
            while turns.waiting == before { usleep(100) }
        }
        // As a call does that derives many keys.
        turns.giveBack(.standard)
        try turns.take(.standard)
        order.withLock { $0.append("again") }
        for _ in 0..<2 { isDone.wait() }
        #expect(order.withLock { $0 } == ["first", "second", "again"])
        for _ in 0..<3 { turns.giveBack(.standard) }
        #expect(turns.waiting == 0)
        for _ in 0..<3 { try turns.take(.standard) }
    }
}
