// A keychain with an item of every kind that is sealed in a way of its own, and what must come of it when some of its
// blobs are changed.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyClient
import LatchkeyModel
import LatchkeyPlatform
import LatchkeyStore
import LatchkeyTestSupport

/// Where a blob lies.
struct SealedPlace: Sendable {
    enum Kind: Hashable, Sendable { case keybag, metadataKey, metadata, secret, accessList }

    let kind: Kind
    let column: String
    let table: String
    /// SQL that names the row.
    let row: String
    /// The item that it belongs to.
    var item: RowIdentifier?

    var read: String { "SELECT \(column) FROM \(table) WHERE \(row)" }
    var write: String { "UPDATE \(table) SET \(column) = ? WHERE \(row)" }
    /// True if nothing opens without it.
    var isKey: Bool { kind == .keybag || kind == .metadataKey }
    var isOfRow: Bool { kind == .metadata || kind == .secret }
}

/// An item before anything was changed, and how it is looked up.
struct SealedKnown: Sendable {
    enum Door: Sendable {
        case secret
        /// Its secret needs the user.
        case attributes
        /// Its secret is sealed under a password of the program, which takes time: it is opened if its row was changed.
        case password
    }

    let reference: PersistentReference
    let attributes: AttributeValues
    let secret: TestSecret
    let door: Door
    let list: AccessList
}

/// What a change of some places must come to.
struct SealedExpectation: Sendable {
    let changed: [SealedPlace]
    /// If a key was changed: what every call answers.
    let refusal: KeychainError.Code?

    init(changed: [SealedPlace], refusal: KeychainError.Code = .decode) {
        self.changed = changed
        self.refusal = changed.contains(where: \.isKey) ? refusal : nil
    }

    /// Items whose rows are damaged.
    var damaged: Set<RowIdentifier> { Set(changed.filter(\.isOfRow).compactMap(\.item)) }

    func opensSecret(of known: SealedKnown) -> Bool {
        switch known.door {
        case .secret: true
        case .attributes: false
        case .password: refusal == nil && damaged.contains(known.reference.identifier)
        }
    }

    /// Nil for the item as it was.
    func code(of known: SealedKnown) -> KeychainError.Code? {
        let isDamaged = changed.contains { place in
            place.item == known.reference.identifier
                && (place.kind == .metadata || (place.kind == .secret && opensSecret(of: known)))
        }
        return refusal ?? (isDamaged ? .itemNotFound : nil)
    }

    /// Nil for the access list as it was.
    func listCode(of known: SealedKnown) -> KeychainError.Code? {
        let isDamaged = changed.contains { $0.kind == .accessList && $0.item == known.reference.identifier }
        return refusal ?? (isDamaged ? .decode : nil)
    }
}

/// A keychain with an item of every kind that is sealed in a way of its own.
struct SealedItems: Sendable {
    static let password: TestSecret = "own password"
    private static let userPresence: UInt64 = 1 << 0
    private static let applicationPassword: UInt64 = 1 << 31

    let path: String
    private(set) var items: [SealedKnown] = []

    /// - Parameter name: a part of every secret.
    init(of client: KeychainClient, at path: String, _ name: String) throws {
        self.path = path
        try addPassword("alice", .ak, name, to: client) { $0.accessList = AccessList([.anyApplication]) }
        try addPassword("bob", .ak, name, to: client) {
            $0.accessList = AccessList([
                .application(TrustedApplication(identifier: "TEAM123456.reader", path: "/opt/reader"))
            ])
        }
        try addPassword("carol", .dku, name, to: client)
        try addPassword("present", .ck, name, through: .attributes, to: client) {
            $0.accessControl = AccessControl(protection: .ck, flags: Self.userPresence)
        }
        try addPassword("sealed", .ak, name, through: .password, to: client) {
            $0.accessControl = AccessControl(protection: .ak, flags: Self.applicationPassword)
            $0.authentication.applicationPassword = ItemSecret(Self.password)
        }
        try add(.internetPassword, [.account: .string("alice"), .server: .string("host")], name, to: client)
        try add(.certificate, [.issuer: .data([1]), .serialNumber: .data([2])], name, to: client)
        try add(
            .key, [.applicationLabel: .data([3]), .isPrivate: .number(1), .keyClass: .number(1)], name, to: client)
    }

    /// A keychain that has a password, with an item that needs it, one of the usual class and one that is never locked.
    init(withPassword password: TestSecret, of client: KeychainClient, at path: String) throws {
        self.path = path
        _ = try client.perform(.create(password: ItemSecret(password)), in: .file(path))
        for (account, protection) in [("private", ProtectionClass.akpu), ("usual", .ak), ("open", .dk)] {
            try addPassword(account, protection, "with a password", to: client)
        }
    }

    private mutating func addPassword(
        _ account: String, _ protection: ProtectionClass, _ name: String, through door: SealedKnown.Door = .secret,
        to client: KeychainClient, _ configure: (inout ItemAddition) -> Void = { _ in }
    ) throws {
        try add(
            .genericPassword, [.account: .string(account), .accessible: .string(protection.rawValue)],
            "\(account) in \(name)", through: door, to: client, configure)
    }

    private mutating func add(
        _ itemClass: ItemClass, _ attributes: AttributeValues, _ name: String, through door: SealedKnown.Door = .secret,
        to client: KeychainClient, _ configure: (inout ItemAddition) -> Void = { _ in }
    ) throws {
        let secret = TestSecret("\(itemClass.rawValue) \(name)")
        var addition = ItemAddition(itemClass: itemClass)
        addition.attributes = attributes
        addition.secret = ItemSecret(secret)
        configure(&addition)
        guard case .items(let added) = try client.perform(.add(addition), in: .file(path)),
            let reference = added.first?.reference,
            let item = try Self.item(reference, [.attributes], of: client, at: path)
        else { throw KeychainError(.internalError, during: "adding in a test") }
        items.append(
            SealedKnown(
                reference: reference, attributes: item.attributes, secret: secret, door: door,
                list: addition.accessList ?? .groupOnly))
    }

    private static func item(
        _ reference: PersistentReference, _ returning: ReturnOptions, password: TestSecret? = nil,
        of client: KeychainClient, at path: String
    ) throws(KeychainError) -> ReturnedItem? {
        var query = ItemQuery(itemClass: reference.itemClass)
        query.persistentReference = reference
        query.returning = returning
        query.authentication.applicationPassword = password.map { ItemSecret($0) }
        guard case .items(let items) = try client.perform(.copy(query), in: .file(path)) else { return nil }
        return items.first
    }

    /// Opens every door, the doctor's last.
    /// - Returns: where it is not as expected.
    func problems(through client: KeychainClient, _ expectation: SealedExpectation) -> [String] {
        var problems: [String] = []
        for (number, known) in items.enumerated() {
            let name = "item \(number) (\(known.reference.itemClass.rawValue))"
            func note(_ what: String, _ found: KeychainError.Code?, _ expected: KeychainError.Code?) {
                guard found != expected else { return }
                let words = [found, expected].map { $0.map { "\($0.rawValue)" } ?? "success" }
                problems.append("\(what) of \(name) answers \(words[0]) and not \(words[1])")
            }
            do throws(KeychainError) {
                let reply = try client.perform(.accessList(known.reference), in: .file(path))
                if case .accessList(known.list) = reply {} else { problems.append("\(name) has another list") }
                note("the list", nil, expectation.listCode(of: known))
            } catch {
                note("the list", error.code, expectation.listCode(of: known))
            }
            let opensSecret = expectation.opensSecret(of: known)
            do throws(KeychainError) {
                let item = try Self.item(
                    known.reference, opensSecret ? [.attributes, .data] : [.attributes],
                    password: known.door == .password && opensSecret ? Self.password : nil, of: client, at: path)
                let secret = item?.secret.map { TestSecret(found: $0.bytes) }
                if item?.attributes != known.attributes || (opensSecret && secret != known.secret) {
                    problems.append("\(name) is another item")
                }
                note("a search", nil, expectation.code(of: known))
            } catch {
                note("a search", error.code, expectation.code(of: known))
            }
        }
        do throws(KeychainError) {
            guard case .examination(let examination) = try client.perform(.examine, in: .file(path)) else {
                return problems + ["the doctor says something else"]
            }
            let damaged = expectation.damaged
            if expectation.refusal != nil || Set(examination.quarantined.compactMap(\.reference)) != damaged
                || examination.quarantined.count != damaged.count || examination.intact != items.count - damaged.count
            {
                problems.append(
                    "the doctor finds \(examination.intact) intact and \(examination.quarantined.count) damaged")
            }
        } catch {
            if error.code != expectation.refusal { problems.append("the doctor answers \(error.code.rawValue)") }
        }
        return problems
    }

    /// Every column that holds something sealed, and the keybag, of every row.
    func contents() throws -> (places: [SealedPlace], blobs: [SQLValue]) {
        let connection = try Connection(path: path, readOnly: true)
        var places = [SealedPlace(kind: .keybag, column: "data", table: "keybag", row: "id = 1")]
        for row in try connection.rows("SELECT pdmn FROM metadatakeys") {
            guard case .text(let name)? = row.first else { continue }
            places.append(
                SealedPlace(kind: .metadataKey, column: "data", table: "metadatakeys", row: "pdmn = '\(name)'"))
        }
        for table in ItemClass.allCases.map(\.rawValue) {
            places += try Self.places(.metadata, "meta", in: table, of: connection)
            places += try Self.places(.secret, "data", in: table, of: connection)
        }
        places += try Self.places(.accessList, "data", in: "acls", of: connection)
        return (places, try places.map { try connection.rows($0.read)[0][0] })
    }

    private static func places(
        _ kind: SealedPlace.Kind, _ column: String, in table: String, of connection: Connection
    ) throws -> [SealedPlace] {
        try connection.rows("SELECT persistref FROM \(table)").compactMap { row in
            guard case .blob(let bytes)? = row.first else { return nil }
            return SealedPlace(
                kind: kind, column: column, table: table, row: "persistref = x'\(Hex.digits(bytes))'",
                item: RowIdentifier(bytes))
        }
    }
}
