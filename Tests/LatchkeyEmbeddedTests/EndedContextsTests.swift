// Which contexts are remembered as ended.
// SPDX-License-Identifier: Apache-2.0

@testable import LatchkeyEmbedded
import LatchkeyModel
import Testing

@Suite struct EndedContextsTests {
    @Test func `the contexts that ended last are remembered, and no more than 256`() {
        let contexts = EndedContexts()
        let ended = (0..<300).map { _ in ContextIdentifier.random() }
        #expect(!contexts.contains(ended[0]))
        for context in ended { contexts.insert(context) }
        #expect(ended.map(contexts.contains) == (0..<300).map { $0 >= 300 - 256 })
    }
}
