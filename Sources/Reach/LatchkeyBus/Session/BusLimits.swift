// How much a connection to a bus takes and gives.
// SPDX-License-Identifier: Apache-2.0

/// In bytes, unless it says otherwise.
package struct BusLimits: Sendable {
    /// A message that comes, with its header. Of a longer one only the header is looked at.
    package var longestMessage = 1 << 20 + 1 << 16
    /// What an answer holds. A longer one becomes an error.
    package var longestAnswer = 64 << 20
    /// What waits until the bus reads it. While as much waits, no message is handled and nothing is received.
    package var pausingQueue = 1 << 20
    /// If as much waits, an answer becomes an error, and what nobody waits for is not sent.
    package var mostQueued = 64 << 20
    /// Milliseconds for which the bus may take nothing of what waits.
    package var stuckTime: UInt64 = 20_000
    /// Values in one message.
    package var mostValues = 1 << 16
    /// Calls that wait for an answer of this process.
    package var mostPending = 1 << 16
    /// Milliseconds for the answer to a call of this process.
    package var answerTime: UInt64 = 25_000
    /// Milliseconds until the bus must have brought back what was sent through it.
    package var proofTime: UInt64 = 20_000
    /// Descriptors of all other calls are closed, and the calls refused.
    package var descriptorCall = DescriptorCall.portal

    package init() {}
}
