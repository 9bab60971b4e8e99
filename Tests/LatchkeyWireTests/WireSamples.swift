// One value of every kind that goes through the socket, and arbitrary ones.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyModel
import LatchkeyPlatform
import LatchkeyTestSupport
import LatchkeyWire

/// Arbitrary values of the model.
struct Samples {
    var random: SeededGenerator

    init(seed: UInt64) { random = SeededGenerator(seed: seed) }

    private mutating func maybe<Value>(_ make: (inout Samples) -> Value) -> Value? {
        Bool.random(using: &random) ? make(&self) : nil
    }

    private mutating func few<Value>(_ make: (inout Samples) -> Value) -> [Value] {
        (0..<Int.random(in: 0...3, using: &random)).map { _ in make(&self) }
    }

    mutating func bytes() -> [UInt8] {
        (0..<Int.random(in: 0...20, using: &random)).map { _ in UInt8.random(in: 0...255, using: &random) }
    }

    mutating func text() -> String {
        String(
            (0..<Int.random(in: 0...8, using: &random)).map { _ in "aZ9 .é漢🙂\u{0}\u{301}".randomElement(using: &random)!
            })
    }

    mutating func address() -> KeychainAddress {
        let path = text()
        return Bool.random(using: &random) ? .existing(path) : .file(path)
    }

    private mutating func one<Value>(of values: [Value]) -> Value {
        values[Int.random(in: 0..<values.count, using: &random)]
    }
    private mutating func flag() -> Bool { Bool.random(using: &random) }
    private mutating func seconds() -> Double { one(of: [0, -1.5, 7e8, .infinity, .nan, .leastNonzeroMagnitude]) }

    mutating func value() -> AttributeValue {
        switch Int.random(in: 0..<4, using: &random) {
        case 0: .string(text())
        case 1: .data(bytes())
        case 2: .number(Int64.random(in: .min ... .max, using: &random))
        default: .date(seconds())
        }
    }

    mutating func attributes() -> AttributeValues {
        var values = AttributeValues()
        for _ in 0..<Int.random(in: 0...5, using: &random) {
            values[Attribute(rawValue: UInt32.random(in: 0 ... .max, using: &random))] = value()
        }
        return values
    }

    mutating func secret() -> ItemSecret {
        ItemSecret(TestSecret("on the wire \(Int.random(in: 0..<8, using: &random))"))
    }

    mutating func row() -> RowIdentifier {
        RowIdentifier((0..<16).map { _ in UInt8.random(in: 0...255, using: &random) }) ?? .zero
    }

    mutating func reference() -> PersistentReference {
        PersistentReference(itemClass: one(of: ItemClass.allCases), identifier: row())
    }

    mutating func control() -> AccessControl {
        AccessControl(
            protection: one(of: ProtectionClass.allCases),
            flags: maybe { UInt64.random(in: 0 ... .max, using: &$0.random) })
    }

    mutating func list() -> AccessList {
        AccessList(
            few { samples in
                samples.one(of: [
                    .anyApplication, .partition(.unsigned), .partition(.team("TEAM123456")),
                    .application(TrustedApplication(identifier: samples.text(), path: samples.text())),
                ])
            })
    }

    mutating func returning() -> ReturnOptions { ReturnOptions(rawValue: UInt8.random(in: 0..<16, using: &random)) }

    mutating func limit() -> MatchLimit { one(of: [.one, .all, .atMost(0), .atMost(.max), .atMost(-1)]) }

    mutating func policy() -> TrustPolicy {
        one(of: [.basic, .sslServer(host: maybe { $0.text() }), .sslClient(host: maybe { $0.text() })])
    }

    mutating func conditions() -> CertificateConditions {
        var conditions = CertificateConditions()
        conditions.issuers = few { $0.bytes() }
        conditions.validity = maybe { samples in samples.flag() ? .now : .date(samples.seconds()) }
        conditions.emailAddress = maybe { $0.text() }
        conditions.subject = few { samples in
            CertificateConditions.SubjectTest(samples.one(of: [.anywhere, .start, .end, .whole]), samples.text())
        }
        conditions.policy = maybe { $0.policy() }
        conditions.trustedOnly = flag()
        return conditions
    }

    mutating func query() -> ItemQuery {
        var query = ItemQuery(itemClass: one(of: ItemClass.allCases))
        query.matching = attributes()
        query.persistentReference = maybe { $0.reference() }
        query.synchronizable = one(of: [.localOnly, .synchronizableOnly, .any])
        query.accessGroup = maybe { AccessGroup(rawValue: $0.text()) }
        (query.includesTombstones, query.ignoresCase) = (flag(), flag())
        (query.ignoresDiacritics, query.ignoresWidth) = (flag(), flag())
        query.certificateConditions = conditions()
        query.itemList = maybe { samples in
            samples.few { $0.flag() ? .reference($0.reference()) : .attributes($0.attributes()) }
        }
        query.hostOrSubdomain = maybe { $0.text() }
        query.limit = limit()
        query.returning = returning()
        query.authentication = authentication()
        query.leavesTombstones = maybe { $0.flag() }
        return query
    }

    mutating func identityQuery() -> IdentityQuery {
        var identities = IdentityQuery()
        identities.certificate = query()
        identities.key = query()
        identities.accessGroup = maybe { AccessGroup(rawValue: $0.text()) }
        identities.limit = limit()
        identities.returning = returning()
        return identities
    }

    mutating func addition() -> ItemAddition {
        var addition = ItemAddition(itemClass: one(of: ItemClass.allCases))
        addition.attributes = attributes()
        addition.accessControl = maybe { $0.control() }
        addition.accessList = maybe { $0.list() }
        addition.secret = maybe { $0.secret() }
        addition.returning = returning()
        addition.authentication = authentication()
        return addition
    }

    mutating func authentication() -> Authentication {
        var authentication = Authentication(one(of: [.allow, .fail, .skip]))
        authentication.reason = text()
        authentication.cancelTitle = text()
        authentication.context = maybe { ContextIdentifier(high: $0.random.next(), low: $0.random.next()) }
        authentication.reuseSeconds = .random(in: 0 ... .max, using: &random)
        authentication.applicationPassword = maybe { $0.secret() }
        return authentication
    }

    mutating func change() -> ItemChange {
        var change = ItemChange()
        change.attributes = attributes()
        change.accessControl = maybe { $0.control() }
        change.accessList = maybe { $0.list() }
        change.secret = maybe { $0.secret() }
        return change
    }

    mutating func item() -> ReturnedItem {
        var item = ReturnedItem(
            Item(reference: reference(), attributes: attributes(), accessControl: control()),
            secret: maybe { $0.secret() })
        item.stayingKey = maybe { samples in
            StayingKey(kind: samples.one(of: KeyKind.allCases), publicOctets: samples.bytes())
        }
        return item
    }

    mutating func use() -> KeyUse {
        KeyUse(
            of: reference(), text(),
            one(of: [
                .sign(secret()), .decrypt(secret()), .decapsulate(secret()),
                .agree(peer: bytes(), size: maybe { $0.one(of: [.min, 0, 32]) }, sharedInfo: bytes()),
            ]), authentication: authentication())
    }

    mutating func settings() -> LockSettings {
        LockSettings(
            locksOnSleep: flag(), idleTimeout: maybe { UInt32.random(in: 0 ... .max, using: &$0.random) },
            usesLockInterval: flag())
    }

    mutating func quarantined() -> Examination.Quarantined {
        Examination.Quarantined(
            number: Int64.random(in: .min ... .max, using: &random), itemClass: one(of: ItemClass.allCases),
            reference: maybe { $0.row() }, found: seconds(), reason: text())
    }

    /// One request of every kind.
    mutating func requests() -> [Request] {
        [
            .add(addition()), .copy(query()), .update(query(), change()), .delete(query()),
            .addIdentity(IdentityAddition(certificate: addition(), key: addition())), .copyIdentities(identityQuery()),
            .updateIdentities(identityQuery(), IdentityChange(certificate: change(), key: change())),
            .deleteIdentities(identityQuery()), .deleteIdentity(identityQuery()), .sealedData(reference()),
            .accessList(reference()), .create(password: maybe { $0.secret() }), .destroy, .lock,
            .unlock(password: secret()), .changePassword(old: maybe { $0.secret() }, new: maybe { $0.secret() }),
            .status, .identity(processID: maybe { _ in .max }),
            .set(settings()), .examine, .quarantinedRow(.min), .restoreRow(.max), .discardRow(-1),
            .setAccessList(reference(), list(), password: maybe { $0.secret() }), .nextQuestion,
            .isQuestionOpen(number: .max, isShown: flag()),
            .answerQuestion(
                number: 7,
                one(of: [
                    .denied, .unavailable, .once(password: maybe { $0.secret() }),
                    .always(password: maybe { $0.secret() }),
                    .newPassword(old: maybe { $0.secret() }, new: maybe { $0.secret() }), .never,
                ])),
            .addKeyPair(private: addition(), public: addition()), .useKey(use()),
            .makeKey(
                NewKeyPair(
                    one(of: KeyKind.allCases), bits: 2048, privateHalf: addition(),
                    publicHalf: maybe { $0.addition() })),
            .presence, .evaluate(flags: .max, authentication()), .endContext(ContextIdentifier(high: 1, low: .max)),
            .introduction(executable: Array("/usr/bin/caf\u{e9}".utf8)), .busReport,
            .decideOnBus(
                BusChoice(one(of: BusChoice.Verdict.allCases), program: text(), owner: text()),
                password: maybe { $0.secret() }),
            .beginBackup(password: secret(), proof: maybe { $0.secret() }),
            .beginRestore(beginning: bytes(), password: secret(), proof: maybe { $0.secret() }),
            .transfer(.max, one(of: [.next, .piece(bytes()), .endOfFile, .replace, .cancel])),
            .survey(since: maybe { $0.seconds() }),
            .adopt(few { $0.moved() }, password: maybe { $0.secret() }, isTrial: flag()),
        ]
    }

    private mutating func transfer() -> TransferState {
        var state = TransferState(number: .random(in: 0 ... .max, using: &random))
        (state.bytes, state.position, state.done, state.total) = (bytes(), 7, .max, 9)
        state.summary = maybe { $0.summary() }
        state.report = maybe { samples -> RestoreReport in
            var report = RestoreReport(
                backup: samples.summary(), time: samples.seconds(), isOfThisMachine: samples.flag(),
                settings: samples.settings())
            (report.restored, report.removed, report.outdated) = (1, .max, 3)
            (report.ofOtherDevice, report.renumbered, report.lost, report.setAside) = (4, 5, 6, 7)
            return report
        }
        return state
    }

    private mutating func summary() -> BackupSummary {
        var (counts, leftOut) = (BackupCounts(), BackupOmissions())
        (counts.items, counts.deviceItems, counts.listEntries, counts.tombstones) = (1, 2, .max, 4)
        for reason in bytes() { leftOut.counts[reason] = Int(reason) + 1 }
        return BackupSummary(counts: counts, leftOut: leftOut)
    }

    mutating func moved() -> MovedItem {
        let item = item()
        return MovedItem(
            reference: item.reference, attributes: item.attributes,
            accessControl: AccessControl(
                protection: one(of: ProtectionClass.allCases), flags: 7, enrolledSet: Array(repeating: 3, count: 32)),
            secret: maybe { $0.secret() })
    }

    /// One answer of every kind.
    mutating func replies() -> [Reply] {
        var examination = Examination()
        examination.intact = 7
        examination.locked = .max
        examination.newer = 9
        examination.quarantined = few { $0.quarantined() }
        examination.fileProblems = few { $0.text() }
        let columns = maybe { samples in
            samples.few { samples in
                QuarantinedRow.Column(name: samples.text(), kind: .blob, bytes: samples.bytes())
            }
        }
        return [
            .done, .items(few { $0.item() }), .identities(few { Identity(certificate: $0.item(), key: $0.item()) }),
            .sealedData(bytes()), .accessList(list()),
            .status(
                KeychainStatus(
                    lockState: one(of: [.beforeFirstUnlock, .lockedAfterFirstUnlock, .unlocked]), hasPassword: flag(),
                    settings: settings(), isWritable: flag(), isUnlockShared: flag())),
            .examination(examination),
            .quarantinedRow(QuarantinedRow(entry: quarantined(), columns: columns, record: bytes())),
            .restoration(one(of: [.restored, .damaged, .locked, .occupied])),
            .identity(
                IdentityReport(
                    processID: 7, userID: 8, executable: text(),
                    origin: .script(team: text(), identifier: text(), digest: bytes(), path: text()),
                    applicationIdentifier: maybe { $0.text() },
                    accessGroups: few { AccessGroup(rawValue: $0.text()) })),
            .question(maybe { $0.question() }), .computed(secret()),
            .presence(
                PresenceReport(
                    hasPassword: flag(),
                    biometry: one(of: [
                        .unavailable, .notEnrolled, .lockedOut, .enrolled(Array(repeating: 7, count: 32)),
                    ]))),
            .busReport(
                BusReport(
                    mode: one(of: BusMode.allCases), isDaemonOfSystem: flag(), problems: few { $0.text() },
                    decisions: few { BusReport.Decision(program: $0.text(), owner: $0.text(), isAllowed: $0.flag()) },
                    events: few {
                        BusReport.Event(
                            $0.one(of: BusReport.Event.Kind.allCases), program: $0.text(), path: $0.text(),
                            owner: $0.text(), count: .max, first: 0, last: 7)
                    })),
            .transfer(transfer()),
            .survey(
                KeychainSurvey(
                    path: text(), exists: flag(), keepsProgramsApart: flag(), itemCount: .max, changedCount: 7)),
            .adoption(few { $0.one(of: AdoptionOutcome.allCases) }),
        ]
    }

    mutating func program() -> IdentityReport {
        IdentityReport(
            processID: 7, userID: 8, executable: text(), origin: one(of: [.path, .tool, .snap(text())]),
            applicationIdentifier: maybe { $0.text() }, accessGroups: few { AccessGroup(rawValue: $0.text()) })
    }

    mutating func question() -> PermissionQuestion {
        var question = PermissionQuestion(
            number: .random(in: 0 ... .max, using: &random), requester: program(), startedBy: text(),
            ownerGroup: AccessGroup(rawValue: text()), owner: maybe { $0.program() },
            item: .init(itemClass: one(of: ItemClass.allCases), label: text(), account: text(), service: text()),
            itemCount: .random(in: 1 ... .max, using: &random), keychain: text(), needsPassword: flag(),
            offersAlways: flag(), secondsLeft: .random(in: 0 ... .max, using: &random))
        if flag() {
            question.purpose = .proof(
                .init(
                    methods: one(of: [.password, .finger, [.password, .finger]]), reason: text(), cancelTitle: text(),
                    isForItem: flag()))
        } else if flag() {
            question.purpose = .service(
                .init(
                    one(of: [
                        .unlock, .newKeychain, .delete, .changePassword, .makeDefault(keychain: text()),
                        .rename(label: text()),
                        .permit(one(of: PermissionQuestion.Service.Reason.allCases), owner: text()),
                    ]), of: one(of: PermissionQuestion.Service.Requester.allCases)))
        }
        return question
    }

    mutating func errors() -> [KeychainError] {
        [
            KeychainError(.itemNotFound, during: "searching"), KeychainError(.decode, during: "a", hint: "b"),
            KeychainError(.diskFull, during: "writing", cause: .errno(28)),
            KeychainError(.authFailed, during: "", hint: "", cause: .wrongPasswords(inARow: 3, wait: 1)),
            KeychainError(.init(rawValue: .min), during: "é", cause: .sqlite(extendedCode: 266)),
        ]
    }
}
