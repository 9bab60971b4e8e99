// An answer on its way from who made it to who sends it.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyWire

/// Carries a frame into a closure.
final class FrameBox {
    private var frame: WireFrame?
    init(_ frame: consuming WireFrame?) { self.frame = frame }
    func take() -> WireFrame? { frame.take() }
}
