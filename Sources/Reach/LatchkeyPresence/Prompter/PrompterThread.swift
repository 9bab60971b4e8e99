// Speaks with a prompter of the desktop, and waits for what the user says.
// SPDX-License-Identifier: Apache-2.0

import Glibc
import LatchkeyBus
import LatchkeyModel
import LatchkeyPlatform

/// A thread with a connection to the bus of its own. It ends with its owner.
final class PrompterThread {
    private let desk = PrompterDesk()
    private let isWanted: () -> Bool
    private let deadline: Double
    private static let turnTime: UInt32 = 20_000

    static let absent = KeychainError(.notAvailable, during: "asking the user with the desktop's prompter")

    /// - Parameters:
    ///   - address: of the session's bus.
    ///   - call: whose descriptor is taken.
    ///   - deadline: in seconds of ``HelperProcess/now``; dialogs end then.
    ///   - isWanted: asked now and then while a dialog is open; it ends if that says no.
    ///   - make: who speaks with the prompter.
    /// - Throws: `.notAvailable` if the kernel gives no thread.
    init(
        onBusAt address: String, passing call: DescriptorCall = .portal, until deadline: Double,
        while isWanted: @escaping () -> Bool,
        _ make: @escaping @Sendable (SessionBus, PrompterDesk) throws(KeychainError) -> any BusHandling
    ) throws(KeychainError) {
        self.deadline = deadline
        self.isWanted = isWanted
        let started = SystemThread.startDetached { [desk] in
            do throws(KeychainError) {
                var limits = BusLimits()
                limits.longestMessage = 1 << 17
                limits.mostValues = 256
                limits.mostPending = 16
                limits.answerTime = 5_000
                limits.descriptorCall = call
                let bus = try SessionBus(taking: try SessionBus.connect(to: address), limits: limits)
                desk.start(bus.waker)
                _ = bus.run(try make(bus, desk))
            } catch {}
            desk.fail()
        }
        guard started else { throw Self.absent }
    }

    deinit { desk.end() }

    /// - Throws: `.notAvailable` if there is no prompter, or it has failed; `.userCanceled` if nobody waits any more.
    func perform(_ dialog: PrompterDialog) throws(KeychainError) -> PrompterDialog.Answer {
        desk.show(dialog)
        while true {
            switch desk.progress {
            case .answered(let answer): return answer
            case .failed: throw Self.absent
            case .waiting(let isShown):
                guard HelperProcess.now < deadline, !isShown || isWanted() else {
                    desk.end()
                    throw KeychainError(.userCanceled, during: "waiting for the user's answer")
                }
            }
            usleep(Self.turnTime)
        }
    }
}
