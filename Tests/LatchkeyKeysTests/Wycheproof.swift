// Reads the vectors of Wycheproof, whose files are all a little different.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import LatchkeyTestSupport
import Testing

enum Wycheproof {
    struct Group {
        let fields: [String: Any]
        let tests: [Test]

        /// The bytes of a field in hexadecimal.
        func text(_ name: String) -> [UInt8]? { (fields[name] as? String).flatMap { Hex($0)?.bytes } }
    }

    struct Test {
        fileprivate let fields: [String: Any]
        subscript(name: String) -> Any? { fields[name] }
        func bytes(_ name: String) -> [UInt8]? { (fields[name] as? String).flatMap { Hex($0)?.bytes } }
    }

    /// - Throws: for a file that is not there, or has nothing in it.
    static func groups(of file: String) throws -> [Group] {
        let data = try Vectors.data(of: "wycheproof/\(file)_test.json")
        let contents = try #require(JSONSerialization.jsonObject(with: data) as? [String: Any])
        let groups = try #require(contents["testGroups"] as? [[String: Any]])
        try #require(!groups.isEmpty)
        return try groups.map { fields in
            let tests = try #require(fields["tests"] as? [[String: Any]])
            return Group(fields: fields, tests: tests.map(Test.init))
        }
    }
}

/// How many vectors of a file were as they should.
struct Tally {
    private let file: String
    private var counts: [String: (taken: Int, refused: Int)] = [:]
    var skipped = 0

    init(_ file: String) { self.file = file }

    mutating func count(_ test: Wycheproof.Test, _ isTaken: Bool) {
        let result = test["result"] as? String ?? ""
        counts[result, default: (0, 0)].taken += isTaken ? 1 : 0
        counts[result, default: (0, 0)].refused += isTaken ? 0 : 1
        let number = test["tcId"] as? Int ?? 0
        if result == "valid" { #expect(isTaken, "\(file) \(number) is valid: \(test["comment"] as? String ?? "")") }
        if result == "invalid" {
            #expect(!isTaken, "\(file) \(number) is invalid: \(test["comment"] as? String ?? "")")
        }
    }

    func finish() {
        let words = counts.sorted { $0.key < $1.key }.map { "\($0): \($1.taken) taken, \($1.refused) refused" }
        print("wycheproof \(file): \(words.joined(separator: "; ")); \(skipped) skipped")
        #expect(!counts.isEmpty)
    }
}
