// What the user would have to prove for a call (reference 3.4.6).
// SPDX-License-Identifier: Apache-2.0

import Security

/// An item is not opened without a proof.
struct ProofLack: Error {
    let number: Int
    /// Whether the proof cannot be given on this machine.
    let isHopeless: Bool
}

/// The items that a call found and may not open. The user is asked for all of them together, so the search goes on.
struct ProofLacks {
    private var numbers: Set<Int> = []
    private var isHopeless = false

    var count: Int { numbers.count }

    /// - Parameter isLast: whether a lack ends the search, as one of a certificate does before its key is looked at.
    /// - Throws: what `body` throws, and for a lack that ends the search, as one does that was noted before.
    mutating func collect(endingAtFirst isLast: Bool = false, _ body: () throws -> Void) throws {
        do {
            try body()
        } catch let lack as ProofLack {
            isHopeless = isHopeless || lack.isHopeless
            guard numbers.insert(lack.number).inserted, !isLast else { throw refusal }
        } catch let locked as Refusal where locked.status == errSecInteractionNotAllowed && count > 0 {
            throw refusal
        }
    }

    /// - Throws: if something lacks.
    func end() throws { if count > 0 { throw refusal } }

    /// Nobody can be asked.
    private var refusal: Refusal { Refusal(isHopeless ? errSecAuthFailed : errSecInteractionNotAllowed) }
}
