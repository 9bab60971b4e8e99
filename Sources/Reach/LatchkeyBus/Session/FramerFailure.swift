// Why a connection to a bus cannot go on.
// SPDX-License-Identifier: Apache-2.0

/// What came cannot come from a bus that keeps to its protocol.
package enum FramerFailure: Error, Hashable, Sendable {
    /// The bus refuses the connection, or answers with something else than D-Bus.
    case handshake
    /// A header that is no header of D-Bus.
    case header
    /// Descriptors that belong to no message, or fewer than a message says.
    case descriptors
    /// Something that another process has sent than what was there first.
    case sender
    /// What was sent through the bus did not come back.
    case proof
}
