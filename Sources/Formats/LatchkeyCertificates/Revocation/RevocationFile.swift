// Lists of revoked certificates and OCSP responses as they stand in a file.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyModel
package import LatchkeyPlatform

package struct RevocationFile: Sendable {
    package private(set) var lists: [RevocationList] = []
    package private(set) var responses: [OCSPResponse] = []

    /// Most lists and responses of a text.
    package static let greatestCount = 1 << 10

    /// - Parameter bytes: one list or response in DER, or a text with any number of them in PEM, in which other blocks
    ///   are skipped.
    /// - Throws: `.decode` for one that cannot be read, and if there is none.
    package init(_ bytes: [UInt8]) throws(KeychainError) {
        if bytes.first == 0x30 {
            if let response = try? OCSPResponse(der: bytes) {
                responses = [response]
            } else {
                lists = [try RevocationList(der: bytes)]
            }
            return
        }
        for block in try PEMBlock.blocks(in: ItemSecret(copying: bytes)) {
            guard lists.count + responses.count < Self.greatestCount else {
                throw KeychainError(.decode, during: "counting lists of revoked certificates")
            }
            let contents = block.contents.bytes.declassified(because: "a list of revoked certificates is public")
            switch block.label {
            case "X509 CRL": lists.append(try RevocationList(der: contents))
            case "OCSP RESPONSE": responses.append(try OCSPResponse(der: contents))
            default: continue
            }
        }
        guard !lists.isEmpty || !responses.isEmpty else {
            throw KeychainError(.decode, during: "looking for a list of revoked certificates")
        }
    }
}
