// Runs the tests of a suite once for each transport.
// SPDX-License-Identifier: Apache-2.0

package import Testing

/// Each test of the suite runs over every transport, with a suite of its own each time; an issue names the transport.
package struct EveryTransport: SuiteTrait, TestTrait, TestScoping {
    package var isRecursive: Bool { true }

    package func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
        for transport in Transport.every {
            let naming = IssueHandlingTrait.compactMapIssues { issue in
                var issue = issue
                issue.comments.append("The transport: \(transport.name).")
                return issue
            }
            try await naming.provideScope(for: test, testCase: testCase) {
                try await Transport.$current.withValue(transport) { try await function() }
            }
        }
    }
}

extension Trait where Self == EveryTransport {
    package static var everyTransport: Self { EveryTransport() }
}
