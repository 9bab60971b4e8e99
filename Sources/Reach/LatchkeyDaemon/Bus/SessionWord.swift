// What the daemon says to latchkey-session: Documentation/Reference/Formats/Wire.md, "The session's socket".
// SPDX-License-Identifier: Apache-2.0

package enum SessionWord: Hashable, Sendable {
    /// The service has its name on the bus.
    case serving
    case refused(String)
    /// The bus has gone.
    case over
    /// Another program has the name.
    case waiting(String)
    /// There is no room now. Another try later may find some.
    case busy(String)

    package var encoded: [UInt8] {
        let (kind, text): (UInt8, String) =
            switch self {
            case .serving: (1, "")
            case .refused(let text): (2, text)
            case .over: (3, "")
            case .waiting(let text): (4, text)
            case .busy(let text): (5, text)
            }
        let bytes = text.utf8.prefix(255)
        return [kind, UInt8(bytes.count)] + bytes
    }
}
