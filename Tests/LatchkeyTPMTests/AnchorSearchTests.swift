// Every order of crashes, copies and processes on an anchored keychain.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

private let isThorough = ProcessInfo.processInfo.environment["LATCHKEY_SLOW_TESTS"] == "1"

/// With `LATCHKEY_SLOW_TESTS=1` with more writes, copies and advances, which takes minutes.
@Suite struct AnchorSearchTests {
    typealias Bounds = AnchorWorld.Bounds

    private func search(_ bounds: Bounds) -> AnchorSearch {
        let search = AnchorSearch(bounds)
        print("anchor search: \(bounds): \(search.states) states, \(search.faults)")
        return search
    }

    @Test(arguments: [1, 2], [true, false])
    func `no crash makes a file be refused, or loses a write`(processes: Int, isAnchored: Bool) {
        let bounds = Bounds(
            processes: processes, writes: isThorough ? 3 : 2, advances: isThorough ? 3 : 2, isAnchored: isAnchored)
        let search = search(bounds)
        #expect(search.faults == [:] && search.states > 100)
    }

    @Test(arguments: [true, false]) func `no old file is taken, and no right one is refused`(isAnchored: Bool) {
        let bounds =
            isThorough
            ? Bounds(writes: 3, advances: 3, copies: 2, isAnchored: isAnchored)
            : Bounds(writes: 2, advances: 2, copies: 2, isAnchored: isAnchored)
        let search = search(bounds)
        #expect(search.faults == [:] && search.states > 1000)
    }

    @Test(arguments: [true, false]) func `the same with two processes`(isAnchored: Bool) {
        let bounds =
            isThorough
            ? Bounds(processes: 2, writes: 2, advances: 2, copies: 2, isAnchored: isAnchored)
            : Bounds(processes: 2, writes: 1, advances: 2, copies: 1, isAnchored: isAnchored)
        let search = search(bounds)
        #expect(search.faults == [:] && search.states > 1000)
    }

    @Test(arguments: [1, 2], [true, false])
    func `a TPM that takes no extension costs nothing but time`(processes: Int, isAnchored: Bool) {
        let bounds = Bounds(
            processes: processes, writes: isThorough ? 2 : 1, advances: 2, refusals: 2, isAnchored: isAnchored)
        let search = search(bounds)
        #expect(search.faults == [:] && search.states > 100)
    }

    @Test(arguments: [true, false])
    func `an old file is not taken either if the TPM takes no extension`(isAnchored: Bool) {
        let bounds = Bounds(
            writes: 2, advances: 2, copies: isThorough ? 2 : 1, refusals: isThorough ? 2 : 1, isAnchored: isAnchored)
        let search = search(bounds)
        #expect(search.faults == [:] && search.states > 1000)
    }

    @Test func `without its index no file with a record is taken`() {
        let search = search(
            Bounds(writes: 2, advances: 2, copies: isThorough ? 2 : 1, refusals: 1, removals: isThorough ? 2 : 1))
        #expect(search.faults == [:] && search.states > 1000)
    }

    @Test func `with its index no file without a record is taken`() {
        let search = search(Bounds(writes: 2, advances: 2, copies: isThorough ? 2 : 1, refusals: 1, strips: true))
        #expect(search.faults == [:] && search.states > 1000)
    }

    /// Documentation/Reference/Formats/Anchor.md, section 4, says so. If the search finds it no more, that can go.
    @Test(arguments: [true, false]) func `without both an old file is taken`(isAnchored: Bool) {
        let search = search(
            Bounds(writes: 1, advances: 1, copies: 1, removals: 1, strips: isAnchored, isAnchored: isAnchored))
        #expect(search.faults[.acceptedRollback, default: 0] > 0)
    }

    /// What the search is worth.
    @Test func `without the lock over both phases the search finds files that are refused`() {
        let search = search(Bounds(processes: 2, writes: 1, advances: 2, mistake: .noLock))
        #expect(search.faults[.falseAlarm, default: 0] > 0)
    }

    @Test(arguments: [
        AnchorWorld.Mistake.noExtension, .finishingAnchorsEverything, .openingLooksAtNoIndex,
    ])
    func `with a mistake the search finds old files that are taken`(mistake: AnchorWorld.Mistake) {
        // That mistake needs somebody who writes meanwhile.
        let processes = mistake == .finishingAnchorsEverything ? 2 : 1
        let search = search(Bounds(processes: processes, writes: 1, advances: 2, copies: 1, mistake: mistake))
        #expect(search.faults[.acceptedRollback, default: 0] > 0)
    }
}
