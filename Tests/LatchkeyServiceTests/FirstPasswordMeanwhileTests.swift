// What goes on while a first password makes new keys.
// SPDX-License-Identifier: Apache-2.0

import Glibc
import LatchkeyClient
import LatchkeyModel
import LatchkeyPlatform
import LatchkeyStore
import LatchkeyTestSupport
import Synchronization
import Testing

@Suite struct FirstPasswordMeanwhileTests {
    private static let count = 200
    private let home: TemporaryHome

    init() throws {
        home = try TemporaryHome()
        for number in 0..<Self.count { try home.client.add("\(number)") }
    }

    /// Whether somebody else writes now.
    private static func isHeld(_ probe: Connection) throws -> Bool {
        try probe.writeAtOnce { _ throws(KeychainError) in } == nil
    }

    /// With the kernel's keyrings, and without, when one process has the keys as a daemon has them.
    @Test(arguments: [ThreadSetting.ordinary, .withoutKeyring])
    func `those who read see the keychain as it was, and find it unlocked afterwards`(setting: ThreadSetting) throws {
        let (readMeanwhile, refusals, isRight) = try onOwnThread(setting) { [home] in
            let client = home.anotherClient()
            let isOver = Atomic(false)
            let reader = startThread(setting) {
                let probe = try Connection(path: home.keychain, readOnly: false)
                var (readMeanwhile, refusals) = (0, [KeychainError.Code]())
                while !isOver.load(ordering: .relaxed) {
                    let isHeld = try Self.isHeld(probe)
                    if let code = failure({ _ = try client.secret(of: "0") }) { refusals.append(code) }
                    if try isHeld && Self.isHeld(probe) { readMeanwhile += 1 }
                    // The lock of writers is left to others for a while.
                    usleep(500)
                }
                return (readMeanwhile, refusals)
            }
            try client.changePassword(from: nil, to: "password")
            isOver.store(true, ordering: .relaxed)
            let (readMeanwhile, refusals) = try reader.wait()
            let isRight = try client.status().lockState == .unlocked && client.items().count == Self.count
            return (readMeanwhile, refusals, isRight)
        }
        #expect(readMeanwhile > 0)
        #expect(refusals == [])
        #expect(isRight)
    }

    @Test(arguments: [ThreadSetting.ordinary, .withoutKeyring])
    func `a lock that comes meanwhile holds`(setting: ThreadSetting) throws {
        let (state, code, isRight) = try onOwnThread(setting) { [home] in
            let client = home.anotherClient()
            let locking = startThread(setting) {
                let probe = try Connection(path: home.keychain, readOnly: false)
                while try !Self.isHeld(probe) { usleep(500) }
                try client.lock()
            }
            try client.changePassword(from: nil, to: "password")
            try locking.wait()
            let state = try client.status().lockState
            let code = failure { _ = try client.secret(of: "0") }
            try client.unlock("password")
            return (state, code, try client.items().count == Self.count)
        }
        #expect(state != .unlocked)
        #expect(code == .interactionNotAllowed)
        #expect(isRight)
    }
}
