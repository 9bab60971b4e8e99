// Threads that take turns with a connection.
// SPDX-License-Identifier: Apache-2.0

import Glibc
import Testing

@testable import LatchkeyClient

@Suite struct ConnectionPlaceTests {
    private let place = ConnectionPlace()

    @Test func `one call uses it at a time`() {
        let inner: Bool?? = place.use { _ in place.use { $0 == nil } }
        #expect(inner == .some(nil))
        #expect(place.use { $0 == nil } == true)
    }

    @Test func `it tells for how long a call has it`() {
        #expect(place.busyTime == 0)
        let time = place.use { _ in
            usleep(50_000)
            return place.busyTime
        }
        #expect((40..<60_000).contains(time ?? 0))
        #expect(place.busyTime == 0)
    }

    @Test func `many threads leave no call out`() async {
        let place = place
        let count = await withTaskGroup(of: Int.self) { group in
            for _ in 0..<4 {
                group.addTask {
                    var done = 0
                    for _ in 0..<1000 {
                        while place.use({ _ in () }) == nil { await Task.yield() }
                        done += 1
                    }
                    return done
                }
            }
            return await group.reduce(0, +)
        }
        #expect(count == 4000)
    }
}
