// Short forms of the requests that tests make again and again.
// SPDX-License-Identifier: Apache-2.0

package import LatchkeyClient
package import LatchkeyModel
package import LatchkeyPlatform

/// The code of the error that `body` throws, or nil if it throws none.
package func failure(_ body: () throws -> Void) -> KeychainError.Code? {
    do {
        try body()
        return nil
    } catch let error as KeychainError {
        return error.code
    } catch {
        return KeychainError.Code(rawValue: .max)  // no error of a keychain
    }
}

extension KeychainClient {
    /// Adds a generic password of the service "service".
    @discardableResult
    package func add(
        _ account: String, secret: TestSecret = "secret", under protection: ProtectionClass = .ak,
        configure: (inout ItemAddition) -> Void = { _ in }
    ) throws(KeychainError) -> ReturnedItem {
        var addition = ItemAddition(itemClass: .genericPassword)
        addition.attributes = [
            .account: .string(account), .service: .string("service"), .accessible: .string(protection.rawValue),
        ]
        addition.secret = ItemSecret(secret)
        configure(&addition)
        guard case .items(let items) = try perform(.add(addition)), let item = items.first else {
            throw KeychainError(.internalError, during: "adding in a test")
        }
        return item
    }

    /// The generic passwords that match, with what `returning` says.
    package func items(
        _ matching: AttributeValues = [:], returning: ReturnOptions = [.data, .attributes],
        configure: (inout ItemQuery) -> Void = { _ in }
    ) throws(KeychainError) -> [ReturnedItem] {
        guard case .items(let items) = try perform(.copy(.genericPasswords(matching, returning, configure))) else {
            throw KeychainError(.internalError, during: "searching in a test")
        }
        return items
    }

    package func secret(of account: String) throws(KeychainError) -> TestSecret? {
        try items([.account: .string(account)]).first?.secret.map { TestSecret(found: $0.bytes) }
    }

    package func update(
        _ matching: AttributeValues, _ change: (inout ItemChange) -> Void,
        configure: (inout ItemQuery) -> Void = { _ in }
    ) throws(KeychainError) {
        var wanted = ItemChange()
        change(&wanted)
        _ = try perform(.update(.genericPasswords(matching, [], configure), wanted))
    }

    package func delete(
        _ matching: AttributeValues, configure: (inout ItemQuery) -> Void = { _ in }
    ) throws(KeychainError) {
        _ = try perform(.delete(.genericPasswords(matching, [], configure)))
    }

    package func create(password: TestSecret? = nil) throws(KeychainError) {
        _ = try perform(.create(password: password.map(ItemSecret.init)))
    }

    package func unlock(_ password: TestSecret) throws(KeychainError) {
        _ = try perform(.unlock(password: ItemSecret(password)))
    }

    package func lock() throws(KeychainError) { _ = try perform(.lock) }

    package func changePassword(from old: TestSecret?, to new: TestSecret?) throws(KeychainError) {
        _ = try perform(.changePassword(old: old.map(ItemSecret.init), new: new.map(ItemSecret.init)))
    }

    package func status() throws(KeychainError) -> KeychainStatus {
        guard case .status(let status) = try perform(.status) else {
            throw KeychainError(.internalError, during: "asking for the status in a test")
        }
        return status
    }

    package func examine() throws(KeychainError) -> Examination {
        guard case .examination(let examination) = try perform(.examine) else {
            throw KeychainError(.internalError, during: "examining in a test")
        }
        return examination
    }
}

extension ItemQuery {
    fileprivate static func genericPasswords(
        _ matching: AttributeValues, _ returning: ReturnOptions, _ configure: (inout ItemQuery) -> Void
    ) -> ItemQuery {
        var query = ItemQuery(itemClass: .genericPassword)
        query.matching = matching
        query.returning = returning
        query.limit = .all
        configure(&query)
        return query
    }
}
