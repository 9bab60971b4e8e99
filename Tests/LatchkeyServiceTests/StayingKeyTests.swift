// Private keys whose bytes stay behind the service: nobody gets them, and they work there.
// SPDX-License-Identifier: Apache-2.0

import Crypto
import LatchkeyClient
import LatchkeyModel
import LatchkeyPlatform
import LatchkeyService
import LatchkeyTestSupport
import Testing

@Suite struct StayingKeyTests {
    private static let tool = AccessGroup(rawValue: "ADHOCTOOLS.security.x")
    private let home: TemporaryHome
    private let service: KeychainService
    private let vector: KeyVector
    private let secret: ItemSecret

    init() throws {
        home = try TemporaryHome()
        service = KeychainService(home: home.path, unlockPlace: .service)
        vector = try KeyVector.named("p256")
        secret = ItemSecret(recorded: vector.private.bytes)
    }

    private static func program(_ identifier: String) -> Caller {
        Caller(
            accessGroups: [AccessGroup(rawValue: identifier)], applicationIdentifier: identifier, toolGroups: [tool])
    }

    private let owner = program("TEAM123456.owner")
    private let other = program("TEAM123456.other")
    private let security = Caller(
        accessGroups: [tool, .all], applicationIdentifier: tool.rawValue, toolGroups: [tool])

    /// The flags of a private-key usage, alone and with the user's presence.
    private static let (usage, presence): (UInt64, UInt64) = (1 << 30, 1 << 30 | 1)

    private func addition(flags: UInt64? = nil) -> ItemAddition {
        var key = ItemAddition(itemClass: .key)
        key.attributes = [
            .applicationLabel: .data(vector.label.bytes), .isPrivate: .number(1), .keyClass: .number(1),
            .type: .number(73), .isExtractable: .number(flags == nil ? 0 : 1),
        ]
        key.accessControl = flags.map { AccessControl(protection: .ak, flags: $0) }
        key.secret = secret
        return key
    }

    private func perform(_ request: Request, _ caller: Caller) throws(KeychainError) -> Reply {
        try service.perform(request, inKeychainAt: home.keychain, from: caller)
    }

    private func items(_ request: Request, _ caller: Caller) throws(KeychainError) -> [ReturnedItem] {
        if case .items(let items) = try perform(request, caller) { items } else { [] }
    }

    private func stored(_ addition: ItemAddition) throws -> PersistentReference {
        try #require(items(.add(addition), owner).first).reference
    }

    private func keys(_ returning: ReturnOptions) -> Request {
        var query = ItemQuery(itemClass: .key)
        query.returning = returning
        query.limit = .all
        return .copy(query)
    }

    private static let digest = Array(SHA256.hash(data: [UInt8]("message".utf8)))
    private static let signs = "algid:sign:ECDSA:digest-X962:SHA256"

    private func signing(
        _ key: PersistentReference, _ algorithm: String = signs, _ input: [UInt8] = digest,
        _ ui: AuthenticationUI = .allow
    ) -> Request {
        .useKey(
            KeyUse(
                of: key, algorithm, .sign(ItemSecret(SecretBytes(unrecorded: input))),
                authentication: Authentication(ui)))
    }

    /// Whether the answer is a signature of the key.
    private func isRight(_ reply: Reply) throws -> Bool {
        guard case .computed(let result) = reply else { return false }
        let der = result.bytes.declassified(because: "it is a signature")
        let key = try P256.Signing.PublicKey(x963Representation: vector.public.bytes)
        return try key.isValidSignature(
            P256.Signing.ECDSASignature(derRepresentation: der), for: SHA256.hash(data: [UInt8]("message".utf8)))
    }

    @Test(arguments: [.data, [.data, .attributes], [.data, .reference]] as [ReturnOptions], [nil, usage, presence])
    func `a search for the data is refused`(returning: ReturnOptions, flags: UInt64?) throws {
        _ = try stored(addition(flags: flags))
        #expect(failure { _ = try perform(keys(returning), owner) } == .dataNotAvailable)
    }

    @Test(arguments: [nil, usage, presence] as [UInt64?])
    func `a search for the object gives the public half alone`(flags: UInt64?) throws {
        _ = try stored(addition(flags: flags))
        for returning in [.reference, [.reference, .attributes]] as [ReturnOptions] {
            let found = try items(keys(returning), owner)
            #expect(found.map(\.secret) == [nil])
            #expect(found.map(\.stayingKey) == [StayingKey(kind: .p256, publicOctets: vector.public.bytes)])
        }
        #expect(try items(keys(.attributes), owner).map(\.stayingKey) == [nil])
    }

    @Test func `an identity has the public half of its key alone`() throws {
        var certificate = ItemAddition(itemClass: .certificate)
        certificate.attributes = [
            .issuer: .data([1]), .serialNumber: .data([1]), .publicKeyHash: .data(vector.label.bytes),
        ]
        certificate.secret = ItemSecret(TestSecret("certificate"))
        _ = try perform(.addIdentity(IdentityAddition(certificate: certificate, key: addition())), owner)
        var query = IdentityQuery()
        query.returning = .reference
        guard case .identities(let found) = try perform(.copyIdentities(query), owner) else {
            Issue.record("no identity was found")
            return
        }
        #expect(found.map(\.key.secret) == [nil] && found.first?.key.stayingKey?.publicOctets == vector.public.bytes)
        #expect(found.first?.certificate.secret == ItemSecret(TestSecret("certificate")))
        query.returning = .data
        #expect(failure { _ = try perform(.copyIdentities(query), owner) } == .dataNotAvailable)
    }

    @Test func `bytes that are no key leave nothing`() throws {
        var item = addition()
        item.secret = ItemSecret(TestSecret("no key"))
        let reference = try stored(item)
        let found = try items(keys(.reference), owner)
        #expect(found.map(\.secret) == [nil] && found.map(\.stayingKey) == [nil])
        #expect(failure { _ = try perform(signing(reference), owner) } == .parameter)
    }

    @Test(arguments: [nil, usage] as [UInt64?]) func `the key signs`(flags: UInt64?) throws {
        let reference = try stored(addition(flags: flags))
        #expect(try isRight(perform(signing(reference), owner)))
    }

    @Test func `a program of another group does not have the key, and one on its access list does`() throws {
        let reference = try stored(addition())
        #expect(failure { _ = try perform(signing(reference), other) } == .itemNotFound)
        var shared = addition()
        shared.attributes[.applicationTag] = .data([1])
        shared.accessList = AccessList([.application(TrustedApplication(identifier: "TEAM123456.other", path: ""))])
        #expect(try isRight(perform(signing(stored(shared)), other)))
    }

    @Test func `a tool uses another program's key with the user's permission alone`() throws {
        let reference = try stored(addition())
        func outcome(_ permitted: Set<PersistentReference>) throws -> CallOutcome {
            try service.run(
                signing(reference), inKeychainAt: home.keychain, from: security, permitting: permitted)
        }
        guard case .needsPermission(let need) = try outcome([]) else {
            Issue.record("nobody was asked")
            return
        }
        #expect(need.references == [reference])
        guard case .done(let reply) = try outcome([reference]) else {
            Issue.record("the permission is not enough")
            return
        }
        #expect(try isRight(reply))
        let silent = signing(reference, Self.signs, Self.digest, .fail)
        #expect(failure { _ = try perform(silent, security) } == .interactionNotAllowed)
    }

    @Test func `a key that is locked or gone does nothing`() throws {
        _ = try perform(.create(password: ItemSecret(TestSecret("password"))), owner)
        let reference = try stored(addition())
        #expect(try isRight(perform(signing(reference), owner)))
        _ = try perform(.lock, owner)
        #expect(failure { _ = try perform(signing(reference), owner) } == .interactionNotAllowed)
        _ = try perform(.unlock(password: ItemSecret(TestSecret("password"))), owner)
        var query = ItemQuery(itemClass: .key)
        query.persistentReference = reference
        _ = try perform(.delete(query), owner)
        #expect(failure { _ = try perform(signing(reference), owner) } == .itemNotFound)
    }

    @Test func `a key that asks for the user does nothing without her`() throws {
        let reference = try stored(addition(flags: Self.presence))
        #expect(failure { _ = try perform(signing(reference), owner) } == .authFailed, "there is nothing to ask for")
        _ = try perform(.changePassword(old: nil, new: ItemSecret(TestSecret("password"))), owner)
        #expect(failure { _ = try perform(signing(reference), owner) } == .interactionNotAllowed)
        func outcome(_ proof: ProofEvidence) throws(KeychainError) -> CallOutcome {
            let word = UserWord().adding(.proof(proof), for: [reference])
            return try service.run(
                signing(reference), inKeychainAt: home.keychain, from: owner, hearing: word)
        }
        guard case .needsProof(let need) = try outcome(ProofEvidence()) else {
            Issue.record("nobody was asked")
            return
        }
        #expect(need.references == [reference] && need.methods == .password)
        guard case .done(let reply) = try outcome(ProofEvidence(hasPassword: true)) else {
            Issue.record("the proof is not enough")
            return
        }
        #expect(try isRight(reply))
    }

    @Test func `what the user proves in a context holds for the key's next use in it, and for no other`() throws {
        let reference = try stored(addition(flags: Self.presence))
        _ = try perform(.changePassword(old: nil, new: ItemSecret(TestSecret("password"))), owner)
        func isDone(in context: ContextIdentifier, _ evidence: ProofEvidence = ProofEvidence()) throws -> Bool {
            var authentication = Authentication()
            authentication.context = context
            let work = KeyUse.Work.sign(ItemSecret(SecretBytes(unrecorded: Self.digest)))
            let use = Request.useKey(KeyUse(of: reference, Self.signs, work, authentication: authentication))
            let outcome = try service.run(
                use, inKeychainAt: home.keychain, from: owner,
                hearing: UserWord().adding(.proof(evidence), for: [reference]))
            guard case .done(let reply) = outcome else { return false }
            return try isRight(reply)
        }
        let context = ContextIdentifier.random()
        #expect(try !isDone(in: context))
        #expect(try isDone(in: context, ProofEvidence(hasPassword: true)))
        #expect(try isDone(in: context))
        #expect(try !isDone(in: .random()))
    }

    @Test func `what a key cannot do is refused`() throws {
        let reference = try stored(addition())
        for algorithm in ["", "algid:sign:RSA:raw", "algid:encrypt:RSA:raw", "algid:keyexchange:ECDH", "no name"] {
            #expect(failure { _ = try perform(signing(reference, algorithm), owner) } == .parameter)
        }
        let long = [UInt8](repeating: 0, count: KeyUse.largestInput + 1)
        #expect(failure { _ = try perform(signing(reference, Self.signs, long), owner) } == .parameter)
        #expect(failure { _ = try perform(signing(reference, Self.signs, [1]), owner) } == .parameter)
        let (half, noPoint) = (vector.public.bytes, [4] + [UInt8](repeating: 7, count: 64))
        for (peer, size, shared) in [
            ([4], 16, 0), (noPoint, 16, 0), (half, 1 << 40, 0), (half, -1, 0), (half, 1 << 20 + 1, 0),
            (half, 16, 64 << 10 + 1), (half, 1 << 20, 64 << 10),
        ] as [([UInt8], Int64, Int)] {
            let use = KeyUse(
                of: reference, "algid:keyexchange:ECDH:KDFX963:SHA256",
                .agree(peer: peer, size: size, sharedInfo: [UInt8](repeating: 0, count: shared)),
                authentication: Authentication())
            #expect(failure { _ = try perform(.useKey(use), owner) } == .parameter)
        }
        let password = PersistentReference(itemClass: .genericPassword, identifier: reference.identifier)
        #expect(failure { _ = try perform(signing(password), owner) } == .parameter)
    }

    private func pair(_ kind: KeyKind = .p256, bits: Int32 = 0, group: String? = nil, isExtractable: Bool = false)
        -> Request
    {
        var (privateHalf, publicHalf) = (ItemAddition(itemClass: .key), ItemAddition(itemClass: .key))
        if !isExtractable { privateHalf.attributes[.isExtractable] = .number(0) }
        publicHalf.attributes[.accessGroup] = group.map { .string($0) }
        return .makeKey(NewKeyPair(kind, bits: bits, privateHalf: privateHalf, publicHalf: publicHalf))
    }

    @Test(arguments: [.p256, .p384, .ed25519, .x25519, .mlDSA65, .mlKEM768, .rsa] as [KeyKind])
    func `a key that is made behind the service leaves its public half alone`(kind: KeyKind) throws {
        let halves = try items(pair(kind, bits: 1024), owner)
        #expect(halves.count == 2 && halves.first?.secret == nil && halves.first?.stayingKey?.kind == kind)
        #expect(halves.first?.attributes[.wasNeverExtractable] == .number(1))
        #expect(
            halves.last?.secret?.bytes.declassified(because: "a public key")
                == halves.first?.stayingKey?.publicOctets)
        #expect(halves.first?.attributes[.applicationLabel] == halves.last?.attributes[.applicationLabel])
        // As they were stored.
        #expect(try items(keys(.attributes), owner).map { $0.attributes[.keyClass] } == [.number(0), .number(1)])
    }

    @Test func `of a pair both halves are stored or none`() throws {
        #expect(failure { _ = try perform(pair(group: "foreign.group"), owner) } == .missingEntitlement)
        #expect(failure { _ = try perform(pair(.rsa, bits: 100), owner) } == .parameter)
        #expect(failure { _ = try perform(keys(.attributes), owner) } == .itemNotFound)
        var half = addition()
        _ = try stored(half)
        half.attributes[.applicationTag] = .data([1])
        // The second one is there already.
        #expect(failure { _ = try perform(.addKeyPair(private: half, public: addition()), owner) } == .duplicateItem)
        #expect(try items(keys(.attributes), owner).count == 1)
    }

    @Test func `a key of halves that do not belong together is not stored`() throws {
        var bytes = vector.private.bytes
        bytes[96] ^= 1
        var mixed = addition()
        mixed.secret = ItemSecret(recorded: bytes)
        #expect(failure { _ = try stored(mixed) } == .parameter)
        _ = try stored(addition())
        var change = ItemChange()
        change.secret = mixed.secret
        #expect(failure { _ = try perform(.update(ItemQuery(itemClass: .key), change), owner) } == .parameter)
    }

    @Test(arguments: [Attribute.keyClass, .type])
    func `nor does it become one by its attributes`(attribute: Attribute) throws {
        var bytes = vector.private.bytes
        bytes[96] ^= 1
        var mixed = addition()
        let right = mixed.attributes[attribute]
        mixed.attributes[.isExtractable] = .number(1)
        // A public key, or one of another type, has another form.
        mixed.attributes[attribute] = .number(attribute == .type ? 42 : 0)
        mixed.secret = ItemSecret(recorded: bytes)
        _ = try stored(mixed)
        var change = ItemChange()
        change.attributes[attribute] = right
        #expect(failure { _ = try perform(.update(ItemQuery(itemClass: .key), change), owner) } == .parameter)
        change.secret = secret
        #expect(failure { _ = try perform(.update(ItemQuery(itemClass: .key), change), owner) } == nil)
    }

    @Test func `the halves of a pair say one thing about the user`() throws {
        var publicHalf = addition()
        publicHalf.attributes[.keyClass] = .number(0)
        var privateHalf = addition()
        privateHalf.authentication.applicationPassword = ItemSecret(TestSecret("one"))
        publicHalf.authentication.applicationPassword = ItemSecret(TestSecret("another"))
        let pair = Request.addKeyPair(private: privateHalf, public: publicHalf)
        #expect(failure { _ = try perform(pair, owner) } == .parameter)
        publicHalf.authentication = Authentication()
        #expect(try items(.addKeyPair(private: privateHalf, public: publicHalf), owner).count == 2)
    }

    @Test func `a new pair is stored under the password that either half brings`() throws {
        for bringsPrivately in [true, false] {
            var (privateHalf, publicHalf) = (ItemAddition(itemClass: .key), ItemAddition(itemClass: .key))
            privateHalf.attributes[.isExtractable] = .number(0)
            publicHalf.accessControl = AccessControl(protection: .ak, flags: 1 << 31)
            let authentication = Authentication(applicationPassword: "one")
            if bringsPrivately {
                privateHalf.authentication = authentication
            } else {
                publicHalf.authentication = authentication
            }
            let pair = NewKeyPair(.p256, bits: 0, privateHalf: privateHalf, publicHalf: publicHalf)
            #expect(try items(.makeKey(pair), owner).count == 2)
        }
    }

    @Test(
        arguments: [(usage, .dataNotAvailable), (presence, .interactionNotAllowed)] as [(UInt64, KeychainError.Code)])
    func `a key that is there to be used does not become one that is read`(
        flags: UInt64, code: KeychainError.Code
    ) throws {
        _ = try stored(addition(flags: flags))
        for flags in [nil, 0, 1] as [UInt64?] {
            var change = ItemChange()
            change.accessControl = AccessControl(protection: .ak, flags: flags)
            #expect(failure { _ = try perform(.update(ItemQuery(itemClass: .key), change), owner) } == code)
        }
        var change = ItemChange()
        change.attributes = [.type: .number(105)]
        #expect(failure { _ = try perform(.update(ItemQuery(itemClass: .key), change), owner) } == .dataNotAvailable)
    }
}
