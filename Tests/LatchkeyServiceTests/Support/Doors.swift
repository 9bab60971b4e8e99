// Every way to get something out of a keychain, for files that somebody has damaged.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyClient
import LatchkeyModel
import LatchkeyPlatform
import LatchkeyTestSupport

/// What a keychain held before it was damaged.
struct Doors {
    private struct Known: Hashable {
        let attributes: AttributeValues
        let secret: [UInt8]?
    }

    private let known: [PersistentReference: Known]
    private let path: String?

    /// Codes of a keychain that is damaged, is none, is of another version, or has lost what is looked for. -36 and
    /// -25292 are what SQLite makes of a header that asks for more than the file has, and of one that forbids writing.
    private static let honest: Set<KeychainError.Code> = [
        .notAvailable, .invalidKeychain, .wrongVersion, .decode, .itemNotFound, .noSuchKeychain, .inputOutput,
        .readOnly,
        .noSuchAttribute,
    ]

    /// - Parameter path: the keychain's file, or nil for the default keychain.
    init(_ client: KeychainClient, at path: String? = nil) throws {
        self.path = path
        known = Dictionary(
            uniqueKeysWithValues: try Self.items(of: client, at: path, Self.queries[0])
                .map { ($0.reference, Known(attributes: $0.attributes, secret: Self.bytes(of: $0))) }
                + Self.items(of: client, at: path, Self.queries[1])
                .map { ($0.reference, Known(attributes: $0.attributes, secret: Self.bytes(of: $0))) })
    }

    var count: Int { known.count }

    /// Both lists with secrets, one without, and a lookup.
    private static let queries: [ItemQuery] = [
        query(.genericPassword), query(.internetPassword), query(.genericPassword, [.attributes]),
        query(.genericPassword, [.attributes, .data], [.account: .string("alice")]),
    ]

    private static func query(
        _ itemClass: ItemClass, _ returning: ReturnOptions = [.attributes, .data],
        _ matching: AttributeValues = [:]
    ) -> ItemQuery {
        var query = ItemQuery(itemClass: itemClass)
        query.limit = .all
        query.returning = returning
        query.matching = matching
        query.synchronizable = .any
        query.includesTombstones = true
        return query
    }

    private static func items(
        of client: KeychainClient, at path: String?, _ query: ItemQuery
    ) throws(KeychainError) -> [ReturnedItem] {
        guard case .items(let items) = try client.perform(.copy(query), in: path.map(KeychainAddress.file)) else {
            return []
        }
        return items
    }

    private static func bytes(of item: ReturnedItem) -> [UInt8]? {
        item.secret?.bytes.declassified(because: "it is test data")
    }

    /// Opens every door of a damaged file, and then examines it, which moves damaged rows away.
    /// - Returns: what came out that must not; empty if all is well.
    func problems(through client: KeychainClient) -> [String] {
        var problems: [String] = []
        for (number, query) in Self.queries.enumerated() {
            do throws(KeychainError) {
                for item in try Self.items(of: client, at: path, query) {
                    let isRight =
                        known[item.reference]?.attributes == item.attributes
                        && (!query.returning.contains(.data) || known[item.reference]?.secret == Self.bytes(of: item))
                    if !isRight { problems.append("door \(number) gives a wrong item") }
                }
            } catch {
                if !Self.honest.contains(error.code) {
                    problems.append("door \(number) answers \(error.code.rawValue)")
                }
            }
        }
        do throws(KeychainError) {
            _ = try client.perform(.examine, in: path.map(KeychainAddress.file))
        } catch {
            if !Self.honest.contains(error.code) { problems.append("doctor answers \(error.code.rawValue)") }
        }
        return problems
    }
}
