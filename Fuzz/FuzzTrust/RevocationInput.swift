// Certificates, and what is said of their revocation.
// SPDX-License-Identifier: Apache-2.0

import FuzzSupport
import LatchkeyCertificates
import LatchkeyModel
import LatchkeyPlatform
@testable import LatchkeyTrust

/// Parts, each behind its length in two bytes: certificates, of which the first is asked about and the last is an
/// anchor, lists and responses.
struct RevocationInput {
    private var certificates: [Certificate] = []
    private var source = RevocationSource()

    init(_ bytes: [UInt8]) {
        var rest = bytes[...]
        while certificates.count + source.lists.count + source.responses.count < 16, rest.count >= 2 {
            let size = Int(rest[rest.startIndex]) << 8 | Int(rest[rest.startIndex + 1])
            let part = Array(rest.dropFirst(2).prefix(size))
            rest = rest.dropFirst(2 + size)
            if let certificate = try? Certificate(der: part) { certificates.append(certificate) }
            read(part)
        }
    }

    private mutating func read(_ part: [UInt8]) {
        do throws(KeychainError) {
            let file = try RevocationFile(part)
            source.lists += file.lists
            source.responses += file.responses
            for list in file.lists {
                let again = try RevocationList(der: list.der)
                check(again == list && again.extensions == list.extensions, "a list is read again the same")
                _ = list.reason(forSerialNumber: [1], issuedBy: list.issuer.folded)
            }
            for response in file.responses {
                let again = try OCSPResponse(der: response.der)
                check(again.statements == response.statements, "a response is read again the same")
            }
        } catch {
            check(error, isOneOf: [.decode, .unimplemented])
        }
    }

    func run() {
        guard let leaf = certificates.first, let anchor = certificates.last else { return }
        func isTrusted(_ source: RevocationSource) -> Bool {
            FuzzTrust.nobody.evaluation(
                of: leaf, through: Array(certificates.dropFirst()), for: [CertificateUse(.any)], at: FuzzTrust.date,
                trusting: TrustAnchors(certificates: [anchor]), onlyThese: true, revocation: source
            ).result.isTrusted
        }
        var demanding = source
        demanding.demand = .all
        let isTrustedAlone = isTrusted(RevocationSource())
        let isTrustedWith = isTrusted(source)
        check(isTrustedAlone || !isTrustedWith, "nothing that is said of revocation makes trust")
        check(isTrustedWith || !isTrusted(demanding), "what must be known makes no trust")
    }
}
