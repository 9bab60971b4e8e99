// The calls that move keychains.
// SPDX-License-Identifier: Apache-2.0

package import LatchkeyModel
package import LatchkeyPlatform

/// For `latchkey`: a daemon takes them from no other program.
extension KeychainClient {
    /// The place and the size of the keychain.
    /// - Parameter since: seconds since 2001-01-01 UTC, to count what was changed after that.
    package func survey(
        since: Double? = nil, in keychain: KeychainAddress? = nil
    ) throws(KeychainError) -> KeychainSurvey {
        guard case .survey(let survey) = try perform(.survey(since: since), in: keychain) else { throw .otherReply }
        return survey
    }

    /// Takes in items of another keychain.
    /// - Parameters:
    ///   - password: that of the login keychain, by which they are taken in as they are.
    ///   - isTrial: tells what would become of them, and changes nothing.
    /// - Returns: what became of each, in the same order.
    package func adopt(
        _ items: [MovedItem], provenBy password: ItemSecret?, isTrial: Bool = false,
        in keychain: KeychainAddress? = nil
    ) throws(KeychainError) -> [AdoptionOutcome] {
        let request = Request.adopt(items, password: password, isTrial: isTrial)
        guard case .adoption(let outcomes) = try perform(request, in: keychain), outcomes.count == items.count else {
            throw .otherReply
        }
        return outcomes
    }
}
