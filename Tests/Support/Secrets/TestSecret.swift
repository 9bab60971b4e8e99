// A secret that cannot be taken for anything else in the output of the tests.
// SPDX-License-Identifier: Apache-2.0

package import Foundation
import LatchkeyModel
package import LatchkeyPlatform
import Testing

/// A text with twelve digits of the run before its name. The same name is the same secret throughout one run, also in
/// the processes that tests start, and nothing prints it.
///
/// The name stays at the end, so that names which differ in their last character are passwords which do. An empty name
/// is the empty secret.
package struct TestSecret: Hashable, Sendable {
    /// It is a secret itself: a leak of the beginning is a leak.
    private static let tag: String = {
        var digits = Shake128()
        digits.absorb(Array((SecretLedger.path ?? "no ledger").utf8))
        let tag = Hex.digits(digits.squeeze(6)) + "-"
        SecretLedger.record(tag.utf8)
        return tag
    }()

    package let text: String

    package init(_ name: String) {
        text = name.isEmpty ? "" : Self.tag + name
        SecretLedger.record(text.utf8)
    }

    /// A secret that a vector or a fixture prescribes.
    package init(exactly text: String) {
        self.text = text
        SecretLedger.record(text.utf8)
    }

    /// What came out of a keychain, equal to the secret that went in.
    package init(found bytes: borrowing SecretBytes) {
        text = String(decoding: bytes.declassified(because: "a test looks at it"), as: UTF8.self)
    }

    package var bytes: [UInt8] { Array(text.utf8) }
    package var data: Data { Data(text.utf8) }
}

extension TestSecret: ExpressibleByStringInterpolation {
    package init(stringLiteral name: String) { self.init(name) }
}

extension TestSecret: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable,
    CustomTestStringConvertible
{
    package var description: String {
        text.hasPrefix(Self.tag) ? "<secret \(text.dropFirst(Self.tag.count))>" : "<secret of \(text.utf8.count) bytes>"
    }
    package var debugDescription: String { description }
    package var testDescription: String { description }
    package var customMirror: Mirror { Mirror(self, children: [:]) }
}
