// Looks for the certificates that may stand between one and a root.
// SPDX-License-Identifier: Apache-2.0

package import LatchkeyCertificates
import LatchkeyModel
package import LatchkeyPlatform

package enum IssuerSearch {
    /// Most steps from a certificate to the last of its issuers.
    package static let greatestDepth = 10
    /// Most certificates that are found.
    package static let greatestCount = 32

    /// The possible issuers of `certificate`, theirs, and so on: by name, the nearest first.
    /// - Parameter finding: at most so many of the certificates of a subject, given as the normalised contents of its
    ///   name.
    package static func intermediates(
        of certificate: Certificate,
        finding: (_ subject: [UInt8], _ count: Int) throws(KeychainError) -> [Certificate]
    ) throws(KeychainError) -> [Certificate] {
        var found: [Certificate] = []
        var names: Set<[UInt8]> = []
        var level = [certificate]
        for _ in 0..<greatestDepth {
            var next: [Certificate] = []
            for issued in level {
                let issuer = issued.issuer.normalizedContents
                let room = greatestCount - found.count - next.count
                guard room > 0, names.insert(issuer).inserted else { continue }
                next += try finding(issuer, room).prefix(room)
            }
            guard !next.isEmpty else { break }
            found += next
            level = next
        }
        return found
    }
}
