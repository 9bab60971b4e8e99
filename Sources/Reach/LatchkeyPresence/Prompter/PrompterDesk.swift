// Between the thread that shows dialogs and the thread of the bus.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyBus
import Synchronization

final class PrompterDesk: Sendable {
    private struct State {
        var dialog: PrompterDialog?
        var answer: PrompterDialog.Answer?
        var isShown = false
        /// There is no prompter, or it has failed.
        var hasFailed = false
        /// Nobody wants a dialog any more.
        var isOver = false
        var waker: BusWaker?
    }
    private let state = Mutex(State())

    enum Progress: Sendable {
        case waiting(isShown: Bool)
        case answered(PrompterDialog.Answer)
        case failed
    }

    var progress: Progress {
        state.withLock { state in
            // A prompter whose dialog is closed leaves behind the answer.
            guard let answer = state.answer else {
                return state.hasFailed ? .failed : .waiting(isShown: state.isShown)
            }
            state.answer = nil
            state.isShown = false
            return .answered(answer)
        }
    }

    func show(_ dialog: PrompterDialog) {
        state.withLock { state in
            state.dialog = dialog
            return state.waker
        }?.wake()
    }

    func end() {
        state.withLock { state in
            state.isOver = true
            return state.waker
        }?.wake()
    }

    // MARK: The thread of the bus

    var isOver: Bool { state.withLock { $0.isOver } }

    func start(_ waker: BusWaker) { state.withLock { $0.waker = waker } }

    func takeDialog() -> PrompterDialog? {
        state.withLock { state in
            defer { state.dialog = nil }
            return state.dialog
        }
    }

    func noteShown() { state.withLock { $0.isShown = true } }

    func put(_ answer: PrompterDialog.Answer) {
        state.withLock { state in
            state.answer = answer
            state.isShown = false
        }
    }

    func fail() { state.withLock { $0.hasFailed = true } }
}
