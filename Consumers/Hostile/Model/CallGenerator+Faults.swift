// Calls with one mistake in them. With more than one, nothing says which is answered.
// SPDX-License-Identifier: Apache-2.0

import Foundation

extension CallGenerator {
    /// Puts one mistake into a call that has none.
    mutating func spoil(_ call: inout Call) {
        // Whether a group may be named is decided elsewhere; it would be a second mistake.
        call.query["agrp"] = nil
        call.change["agrp"] = nil
        if call.kind == .update, chance(50) {
            call.change = pick(Self.faults(inChangeOf: Self.itemClass(of: call.query)))
        } else {
            // Both dictionaries are read before anything is said of either.
            if call.kind == .update { call.change = ["labl": .text("x")] }
            call.query = pick(Self.faults(in: call.query, of: call.kind))
        }
    }

    private static func faults(in query: Value.Entries, of kind: Call.Kind) -> [Value.Entries] {
        let itemClass = query["class"]?.words
        func with(_ key: String, _ value: Value?) -> Value.Entries {
            var spoiled = query
            spoiled[key] = value
            return spoiled
        }
        var faults = [
            with("zzzz", .text("x")), with("xyzzy", .text("x")), with("clip", .boolean(true)),
            with("v_Data", .null), with("u_Nonsense", .boolean(true)),
            with("labl", .list([.text("x")])), with("alis", .date(1)), with("acct", .boolean(true)),
            with("class", .text("zzzz")), with("u_AuthUI", .text("u_AuthUIX")),
        ]
        let isJoined = itemClass == "idnt" && (kind == .copy || query["v_PersistentRef"] != nil)
        switch itemClass {
        case "genp": faults += [with("srvr", .text("x")), with("port", .number(1)), with("crtr", .data(Data([1])))]
        case "inet": faults += [with("svce", .text("x")), with("gena", .text("x")), with("acct", .date(1))]
        case "cert": faults += [with("slnr", .boolean(true)), with("klbl", .data(Data([1]))), with("priv", .number(1))]
        case "keys": faults += [with("klbl", .date(1)), with("issr", .data(Data([1]))), with("sdat", .number(1))]
        case "idnt" where isJoined: faults += [with("pkhh", .boolean(true)), with("sdat", .text("x"))]
        case "idnt":
            faults += [with("pkhh", .data(Data([1]))), with("klbl", .data(Data([1]))), with("kcls", .text("1"))]
        default: break
        }
        if query["accc"] == nil {
            faults += [with("pdmn", .text("zz")), with("pdmn", .number(6)), with("accc", .text("ak"))]
        }
        if query["sync"] == nil { faults.append(with("ggrp", .text("shared"))) }
        if query["v_PersistentRef"] == nil { faults.append(with("class", nil)) }
        if kind != .delete { faults.append(with("u_ItemList", .list([]))) }
        if kind != .add { faults += [with("v_Data", .text("no data")), with("m_Limit", .text("many"))] }
        if kind != .copy { faults.append(with("u_AuthUI", .text("u_AuthUIS"))) }
        switch kind {
        case .copy:
            faults += [with("r_Data", .text("1")), with("r_Attributes", .text("yes"))]
            if itemClass != nil { faults.append(with("m_Policy", .null)) }
            if itemClass.map(["genp", "inet", "keys"].contains) == true {
                faults += [with("m_Issuers", .list([.data(Data())])), with("m_SubjectStartsWith", .text("x"))]
            }
            if itemClass.map({ $0 != "inet" }) == true { faults.append(with("m_HostOrSubdomainOfHost", .text("x"))) }
            faults += faultsInReferences
        case .add:
            faults.append(["class": .text("idnt"), "labl": .text("x"), "v_Data": .data(Data())])
            faults += [with("sync", .text("syna")), with("r_Data", .text("1")), with("v_PersistentRef", .null)]
            faults += [with("m_Limit", .text("m_LimitAll")), with("m_Limit", .number(1))]
            faults.append(with("m_CaseInsensitive", .boolean(true)))
        case .update, .delete: break
        }
        return faults
    }

    private static let faultsInReferences: [Value.Entries] = {
        var faults: [Value.Entries] = []
        for bytes in [
            "genp", "zzzz0123456789abcdef", "genp0123456789abcdefg", "idnt0123456789abcdefg", "genp01234567",
            "idnt01234567", "cert01234567",
        ] {
            faults.append(["v_PersistentRef": .data(Data(bytes.utf8))])
        }
        faults.append(["v_PersistentRef": .text("genp0123456789abcdef")])
        for (named, form) in [("inet", "genp"), ("idnt", "cert"), ("cert", "idnt"), ("keys", "idnt"), ("idnt", "keys")]
        {
            let reference = Value.data(Data((form + "0123456789abcdef").utf8))
            faults.append(["class": .text(named), "v_PersistentRef": reference])
            // Beside a reference there is no attribute (reference 3.4.3).
            faults.append(["v_PersistentRef": reference, "sync": .boolean(true)])
            faults.append(["v_PersistentRef": reference, "labl": .text("x")])
        }
        return faults
    }()

    private static func faults(inChangeOf itemClass: String?) -> [Value.Entries] {
        func with(_ key: String, _ value: Value?) -> Value.Entries {
            var spoiled: Value.Entries = ["labl": .text("x")]
            spoiled[key] = value
            return spoiled
        }
        return [
            with("class", .text("genp")), with("r_Data", .boolean(true)), with("m_Limit", .number(1)),
            with("u_AuthUI", .text("u_AuthUIA")), with("v_Data", .null), with("v_Data", .text("no data")),
            with("sync", .text("syna")), with("ggrp", .text("shared")), with("zzzz", .text("x")),
            with("clip", .boolean(true)), with("pdmn", .text("zz")), with("acct", .boolean(true)),
            with("v_PersistentRef", .data(Data("genp0123456789abcdef".utf8))), with("accc", .text("ak")),
            with("alis", .date(1)), itemClass == "keys" ? with("issr", .text("i")) : with("klbl", .text("h")),
            ["pdmn": .text("ck"), "accc": .control(protection: "ak", flags: 0)],
        ]
    }
}
