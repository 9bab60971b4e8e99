// The table of reference 3.7, written out: what an element of a result holds for each set of return keys.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import LatchkeySecurityTestSupport
import Security
import Testing

/// One element of a result.
enum Shape: Hashable, Sendable {
    case nothing, secret, emptyData, reference
    /// The object of the item.
    case object
    /// A dictionary of exactly these keys.
    case keys(Set<String>)

    private static let searched: Set = [
        "acct", "svce", "labl", "agrp", "pdmn", "cdat", "mdat", "sync", "tomb", "musr", "accc", "sha1",
    ]
    private static let stored: Set = ["acct", "svce", "labl", "agrp", "pdmn", "cdat", "mdat", "sync", "sha1"]

    /// The attributes as a search gives them, and more keys.
    static func found(_ more: String...) -> Shape { .keys(searched.union(more)) }
    /// The attributes as an add gives them, and more keys.
    static func added(_ more: String...) -> Shape { .keys(stored.union(more)) }

    func matches(_ value: Value?, secret: Value, sourceLocation: SourceLocation = #_sourceLocation) {
        switch (self, value) {
        case (.nothing, let value): #expect(value == nil, sourceLocation: sourceLocation)
        case (.secret, let value): #expect(value == secret, sourceLocation: sourceLocation)
        case (.emptyData, let value): #expect(value == .data(Data()), sourceLocation: sourceLocation)
        case (.reference, .data(let data)):
            #expect(data.count == 20 && data.prefix(4) == Data("genp".utf8), sourceLocation: sourceLocation)
        case (.object, .item): break
        case (.keys(let keys), .map(let entries)):
            #expect(Set(entries.keys) == keys, sourceLocation: sourceLocation)
            #expect(entries["v_Data"] == (keys.contains("v_Data") ? secret : nil), sourceLocation: sourceLocation)
            #expect(entries["class"] == (keys.contains("class") ? "genp" : nil), sourceLocation: sourceLocation)
        default: Issue.record("\(self) expected", sourceLocation: sourceLocation)
        }
    }
}

/// One line of the table.
struct ShapeRow: Sendable, CustomTestStringConvertible {
    /// The return keys that are true: D(ata), A(ttributes), R(ef), P(ersistentRef).
    let returning: String
    /// The element of a search, for an item with data and for one without.
    let find: (Shape, Shape)
    /// The result of an add, likewise.
    let add: (Shape, Shape)

    var testDescription: String { returning.isEmpty ? "nothing" : returning }
    var entries: Entries {
        [
            kSecReturnData: .boolean(returning.contains("D")), kSecReturnAttributes: .boolean(returning.contains("A")),
            kSecReturnRef: .boolean(returning.contains("R")),
            kSecReturnPersistentRef: .boolean(returning.contains("P")),
        ]
    }

    static let all = [
        ShapeRow(returning: "", find: (.nothing, .nothing), add: (.nothing, .nothing)),
        ShapeRow(returning: "D", find: (.secret, .nothing), add: (.secret, .emptyData)),
        ShapeRow(returning: "A", find: (.found(), .found()), add: (.added(), .added())),
        ShapeRow(returning: "R", find: (.object, .object), add: (.object, .object)),
        ShapeRow(returning: "P", find: (.reference, .reference), add: (.reference, .reference)),
        ShapeRow(returning: "DA", find: (.found("v_Data"), .found()), add: (.added("v_Data"), .added())),
        ShapeRow(
            returning: "DP", find: (.found("v_Data", "v_PersistentRef"), .found("v_PersistentRef")),
            add: (.keys(["v_Data", "v_PersistentRef"]), .keys(["v_PersistentRef"]))),
        ShapeRow(
            returning: "AP", find: (.found("v_PersistentRef"), .found("v_PersistentRef")),
            add: (.added("v_PersistentRef"), .added("v_PersistentRef"))),
        ShapeRow(
            returning: "DAP", find: (.found("v_Data", "v_PersistentRef"), .found("v_PersistentRef")),
            add: (.added("v_Data", "v_PersistentRef"), .added("v_PersistentRef"))),
        ShapeRow(
            returning: "DR", find: (.found("class", "v_Ref", "v_Data"), .found("class", "v_Ref")),
            add: (.added("class", "v_Ref", "v_Data"), .added("class", "v_Ref"))),
        ShapeRow(
            returning: "AR", find: (.found("class", "v_Ref"), .found("class", "v_Ref")),
            add: (.added("class", "v_Ref"), .added("class", "v_Ref"))),
        ShapeRow(
            returning: "RP",
            find: (.found("class", "v_Ref", "v_PersistentRef"), .found("class", "v_Ref", "v_PersistentRef")),
            add: (.added("class", "v_Ref", "v_PersistentRef"), .added("class", "v_Ref", "v_PersistentRef"))),
        ShapeRow(
            returning: "DAR", find: (.found("class", "v_Ref", "v_Data"), .found("class", "v_Ref")),
            add: (.added("class", "v_Ref", "v_Data"), .added("class", "v_Ref"))),
        ShapeRow(
            returning: "DRP",
            find: (.found("class", "v_Ref", "v_Data", "v_PersistentRef"), .found("class", "v_Ref", "v_PersistentRef")),
            add: (.added("class", "v_Ref", "v_Data", "v_PersistentRef"), .added("class", "v_Ref", "v_PersistentRef"))),
        ShapeRow(
            returning: "ARP",
            find: (.found("class", "v_Ref", "v_PersistentRef"), .found("class", "v_Ref", "v_PersistentRef")),
            add: (.added("class", "v_Ref", "v_PersistentRef"), .added("class", "v_Ref", "v_PersistentRef"))),
        ShapeRow(
            returning: "DARP",
            find: (.found("class", "v_Ref", "v_Data", "v_PersistentRef"), .found("class", "v_Ref", "v_PersistentRef")),
            add: (.added("class", "v_Ref", "v_Data", "v_PersistentRef"), .added("class", "v_Ref", "v_PersistentRef"))),
    ]
}
