// What a process did, in lines that outlive it.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Glibc

/// A line before each operation and one after its success. A write(2) that has returned survives the death of the
/// process.
struct OperationLog {
    let path: String
    private let descriptor: CInt

    init(path: String) throws {
        self.path = path
        descriptor = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw Violation("a log cannot be opened") }
    }

    func append(_ line: String) {
        let bytes = Array((line + "\n").utf8)
        precondition(write(descriptor, bytes, bytes.count) == bytes.count, "a log cannot be written")
    }

    /// Its whole lines. A last one that is not whole was never acknowledged; it is cut off.
    static func lines(of path: String) throws -> [Substring] {
        guard let data = FileManager.default.contents(atPath: path) else { return [] }
        let text = String(decoding: data, as: UTF8.self)
        guard let end = text.lastIndex(of: "\n") else { return [] }
        let whole = text[...end]
        if whole.utf8.count < data.count { truncate(path, off_t(whole.utf8.count)) }
        return whole.split(separator: "\n")
    }
}

/// An operation on one item.
struct Operation {
    enum Kind: String { case add, update, delete }

    let kind: Kind
    let account: String
    let version: Int

    var line: String { "begin \(kind.rawValue) \(account) \(version)" }

    /// The version afterwards, or nil if the item is gone.
    var outcome: Int? { kind == .delete ? nil : version }
}

/// What a log of a writer says.
struct WriterHistory {
    /// The acknowledged version of each item that is there.
    private(set) var versions: [String: Int] = [:]
    /// Items whose deletion was acknowledged.
    private(set) var deleted: Set<String> = []
    private(set) var inFlight: Operation?
    private(set) var acknowledged: [Operation.Kind: Int] = [:]
    private(set) var settled = (before: 0, after: 0)
    private(set) var refusal: String?

    /// - Throws: for a line that no writer writes.
    init(replaying path: String) throws {
        for line in try OperationLog.lines(of: path) {
            let words = line.split(separator: " ")
            switch words.first {
            case "begin" where words.count == 4:
                guard let kind = Operation.Kind(rawValue: String(words[1])), let version = Int(words[3]) else {
                    throw Violation("a log has the line “\(line)”")
                }
                inFlight = Operation(kind: kind, account: String(words[2]), version: version)
            case "done":
                if let inFlight { acknowledged[inFlight.kind, default: 0] += 1 }
                settle(true)
            case "after":
                settled.after += 1
                settle(true)
            case "before":
                settled.before += 1
                settle(false)
            case "refused": refusal = "\(inFlight?.line ?? "nothing") answers \(words.dropFirst().joined())"
            default: throw Violation("a log has the line “\(line)”")
            }
        }
    }

    private mutating func settle(_ tookEffect: Bool) {
        if tookEffect, let inFlight {
            versions[inFlight.account] = inFlight.outcome
            if inFlight.outcome == nil { deleted.insert(inFlight.account) } else { deleted.remove(inFlight.account) }
        }
        inFlight = nil
    }

    var total: Int { acknowledged.values.reduce(0, +) }
}
