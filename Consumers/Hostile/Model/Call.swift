// One of the four calls, as it is sent to a process, and the answer.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Security

struct Call {
    enum Kind: String { case add, copy, update, delete }

    let kind: Kind
    var query: Value.Entries
    /// The second dictionary of an update.
    var change: Value.Entries = [:]

    var message: Value { .map(["kind": .text(kind.rawValue), "query": .map(query), "change": .map(change)]) }

    init(_ kind: Kind, _ query: Value.Entries, changing change: Value.Entries = [:]) {
        (self.kind, self.query, self.change) = (kind, query, change)
    }

    init(_ message: Value) throws {
        guard let entries = message.entries, let kind = entries["kind"]?.words.flatMap(Kind.init(rawValue:)),
            let query = entries["query"]?.entries, let change = entries["change"]?.entries
        else { throw Violation("a message is no call") }
        self.init(kind, query, changing: change)
    }

    /// Names and kinds; no values.
    var summary: String {
        func names(_ entries: Value.Entries) -> String {
            "[" + entries.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value.kind)" }.joined(separator: ", ") + "]"
        }
        return "\(kind.rawValue) \(names(query))" + (kind == .update ? " to \(names(change))" : "")
    }
}

/// What a call said and left in the out-pointer.
struct Answer {
    let status: OSStatus
    /// Nil if the out-pointer is nil or was not touched.
    let result: Value?
    let isUntouched: Bool

    init(_ message: Value) throws {
        guard let entries = message.entries, let status = entries["status"]?.integer,
            let isUntouched = entries["untouched"]?.flag
        else { throw Violation("a message is no answer") }
        (self.status, result, self.isUntouched) = (OSStatus(status), entries["result"], isUntouched)
    }

    /// Makes the call, in the child process.
    static func message(of call: Call) -> Value {
        let query = Value.map(call.query).object as! NSDictionary
        let sentinel = NSObject()
        var result: CFTypeRef? = sentinel
        let status =
            switch call.kind {
            case .add: SecItemAdd(query, &result)
            case .copy: SecItemCopyMatching(query, &result)
            case .update: SecItemUpdate(query, Value.map(call.change).object as! NSDictionary)
            case .delete: SecItemDelete(query)
            }
        let isUntouched = result === sentinel
        var answer: Value.Entries = ["status": .number(Int64(status)), "untouched": .boolean(isUntouched)]
        if !isUntouched, let result { answer["result"] = Value(result) }
        return .map(answer)
    }
}
