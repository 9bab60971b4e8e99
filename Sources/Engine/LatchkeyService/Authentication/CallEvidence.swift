// What the user has proved for one call, item by item.
// SPDX-License-Identifier: Apache-2.0

package import LatchkeyModel
package import LatchkeyPlatform

/// A proof is for the items that the user was asked about. Where the call is done anew and comes upon another one, they
/// are asked again.
package struct CallEvidence: Sendable {
    private(set) var items: [PersistentReference: ProofEvidence] = [:]
    /// For a program that evaluates a context.
    private(set) var context = ProofEvidence()
    /// A finger that the service has not heard of yet.
    private(set) var newFinger: [UInt8]?

    /// The password of an item that the user gave, and how many they have given.
    private(set) var applicationPassword: ItemSecret?
    private(set) var applicationPasswords = 0

    package init() {}

    package func adding(applicationPassword: ItemSecret) -> CallEvidence {
        var result = withoutNews
        result.applicationPassword = applicationPassword
        result.applicationPasswords += 1
        return result
    }

    /// - Parameter references: the items of the question; none for a context.
    package func adding(_ evidence: ProofEvidence, for references: Set<PersistentReference>) -> CallEvidence {
        var result = self
        result.newFinger = evidence.enrolledSet
        if references.isEmpty { result.context = context.joined(with: evidence) }
        for item in references { result.items[item] = (items[item] ?? ProofEvidence()).joined(with: evidence) }
        return result
    }

    /// The same if something else than a proof came.
    package var withoutNews: CallEvidence {
        var result = self
        result.newFinger = nil
        return result
    }
}
