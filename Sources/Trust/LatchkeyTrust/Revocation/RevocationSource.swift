// What a program knows of revoked certificates.
// SPDX-License-Identifier: Apache-2.0

package import LatchkeyCertificates

/// Nothing is asked of a network. Anybody may have made what is given: it counts if its signer may say so.
package struct RevocationSource: Hashable, Sendable {
    package var lists: [RevocationList]
    package var responses: [OCSPResponse]
    package var demand: Demand

    /// For which certificates of a chain something must say that they are not revoked. The last one is trusted without.
    package enum Demand: Hashable, Sendable {
        /// None: a certificate is refused if it is said to be revoked, and only then.
        case none
        case first
        case all
    }

    package init(lists: [RevocationList] = [], responses: [OCSPResponse] = [], demand: Demand = .none) {
        self.lists = lists
        self.responses = responses
        self.demand = demand
    }

    /// Whether it can change an answer.
    var isEmpty: Bool { lists.isEmpty && responses.isEmpty && demand == .none }
}
