// The table of requests beside the page of the protocol.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import LatchkeyModel
import Testing

@Suite struct RequestTraitsTests {
    /// Documentation/Reference/Formats/Wire.md
    private let page: String

    init() throws {
        let url = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "../../Documentation/Reference/Formats/Wire.md").standardized
        page = try String(contentsOf: url, encoding: .utf8)
    }

    private func numbers(in text: some StringProtocol) -> Set<UInt8> {
        Set(text.split(whereSeparator: { !$0.isNumber }).compactMap { UInt8($0) })
    }

    @Test func `every request has its row on the page, and every row its request`() throws {
        let section = try #require(page.split(separator: "## 5. ").last?.split(separator: "\n## 6. ").first)
        let rows = section.split(separator: "\n").filter { $0.hasPrefix("| ") }
            .compactMap { UInt8($0.dropFirst(2).prefix { $0.isNumber }) }
        #expect(rows == RequestCode.allCases.map(\.rawValue))
    }

    @Test func `what a client repeats is what the page says`() throws {
        let sentence = try #require(page.split(separator: "repeats it only if that changes nothing more (").last)
        let listed = numbers(in: try #require(sentence.split(separator: " of section 5").first))
        #expect(listed == Set(RequestCode.allCases.filter(\.traits.isRepeatable).map(\.rawValue)))
    }

    @Test func `a request that is repeated adds nothing, and no command's request is every program's`() {
        for code in RequestCode.allCases where code.traits.isRepeatable { #expect(code.traits.effect != .adds) }
        for code in RequestCode.allCases where code.traits.touches == .items {
            #expect(code.traits.mayBeMadeBy == .everyProgram && code.traits.authentication == .proofs)
        }
        let ofPrograms = RequestCode.allCases.filter { $0.traits.mayBeMadeBy == .everyProgram }
        #expect(
            Set(ofPrograms.filter { $0.traits.touches == .keychain }) == [.lock, .unlock, .status],
            "what programs may do with a keychain as a whole")
        #expect(Set(ofPrograms.filter { $0.traits.touches == .record }) == [.sealedData, .accessList])
    }
}
