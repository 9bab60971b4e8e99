// The listing of identities (reference 6.6.8).
// SPDX-License-Identifier: Apache-2.0

import LatchkeyTooling

package enum IdentityListing {
    package struct Entry: Hashable, Sendable {
        /// SHA-1 of the certificate.
        package let hash: [UInt8]
        package let name: String
        /// Why it is not valid, or nil if it is.
        package let problem: String?

        package init(hash: [UInt8], name: String, problem: String?) {
            self.hash = hash
            self.name = name
            self.problem = problem
        }
    }

    package static func text(of entries: [Entry], for policy: CertificatePolicy, validOnly: Bool) -> String {
        let valid = entries.filter { $0.problem == nil }
        let validLines = list(valid) + "     \(valid.count) valid identities found\n"
        if validOnly { return validLines }
        return "\nPolicy: \(policy.name)\n  Matching identities\n" + list(entries)
            + "     \(entries.count) identities found\n\n  Valid identities only\n" + validLines
    }

    private static func list(_ entries: [Entry]) -> String {
        entries.enumerated().reduce(into: "") { text, numbered in
            let number = String(numbered.offset + 1)
            let padding = String(repeating: " ", count: max(0, 3 - number.count))
            let problem = numbered.element.problem.map { " (\($0))" } ?? ""
            let name = PrintableText.of(numbered.element.name)
            text += "\(padding)\(number)) \(HexText.upperCase(numbered.element.hash)) \"\(name)\"\(problem)\n"
        }
    }
}
