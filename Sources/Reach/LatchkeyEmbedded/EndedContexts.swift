// The contexts that ended lately.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyModel
import Synchronization

/// A dialog that is open for one of them closes.
final class EndedContexts: Sendable {
    private let contexts = Mutex<[ContextIdentifier]>([])
    private static let mostRemembered = 256

    func insert(_ context: ContextIdentifier) {
        contexts.withLock { contexts in
            if contexts.count >= Self.mostRemembered { contexts.removeFirst() }
            contexts.append(context)
        }
    }

    func contains(_ context: ContextIdentifier) -> Bool { contexts.withLock { $0.contains(context) } }
}
