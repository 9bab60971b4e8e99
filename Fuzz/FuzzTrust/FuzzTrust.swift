// Fuzzes what trust reads of others: chains of certificates, lists of revoked ones and OCSP responses, names of hosts,
// exceptions and files of settings, by the first byte.
// SPDX-License-Identifier: Apache-2.0

import FuzzSupport
import LatchkeyCertificates
import LatchkeyModel
import LatchkeyPlatform
@testable import LatchkeyTrust

@main enum FuzzTrust {
    private static let purposes: [CertificateUse.Purpose] = [
        .any, .sslServer, .sslClient, .eapServer, .eapClient, .email, .codeSigning, .teamCode,
    ]
    static let nobody = TrustEvaluator(anchors: TrustAnchors(certificates: []))
    /// 2026-01-01.
    static let date = 788_918_400.0

    static func main() {
        unsafe fuzz { start, count in
            FuzzTrust.run(unsafe input(at: start, count: count))
            return 0
        }
    }

    private static func run(_ bytes: [UInt8]) {
        guard let first = bytes.first else { return }
        let rest = Array(bytes.dropFirst())
        switch first {
        case 0xfc: RevocationInput(rest).run()
        case 0xfd: exceptions(rest)
        case 0xfe: host(String(decoding: rest, as: UTF8.self))
        case 0xff: settings(rest)
        default:
            chain(
                rest, purposes[Int(first) % purposes.count], hasHost: first & 0x80 != 0,
                isOverlooked: first & 0x40 != 0)
        }
    }

    /// Certificates one behind the other: the one that is asked about, then others, of which the last is an anchor.
    /// - Parameter isOverlooked: whether the problems of the chain are overlooked afterwards, which takes several
    ///   evaluations.
    private static func chain(
        _ bytes: [UInt8], _ purpose: CertificateUse.Purpose, hasHost: Bool, isOverlooked: Bool
    ) {
        var certificates: [Certificate] = []
        var rest = bytes
        while certificates.count < 8, let next = try? Certificate(der: rest) {
            certificates.append(next)
            rest.removeFirst(next.der.count)
        }
        guard let leaf = certificates.first, let anchor = certificates.last else { return }
        let host = purpose == .email ? "me@example.test" : "www.example.test"
        let use = CertificateUse(purpose, host: hasHost ? host : nil)
        let others = Array(certificates.dropFirst())
        let trusted = nobody.evaluation(
            of: leaf, through: others, for: [use], at: date, trusting: TrustAnchors(certificates: [anchor]),
            onlyThese: true)
        check(trusted.chain.first == leaf, "a chain begins with the certificate that is asked about")
        if trusted.result.isTrusted {
            check(trusted.chain.last == anchor, "a chain that is trusted ends at the anchor")
            let alone = TrustEvaluator.checkUse(of: leaf, for: use, at: date)
            check(alone.isTrusted, "a certificate that is trusted is good for the use by itself")
            check(!trusted.isByDecision, "nobody has decided")
        }
        let result = nobody.evaluate(leaf, through: others, for: use, at: date)
        check(!result.isTrusted, "without an anchor nothing is trusted")
        if isOverlooked { overlook(leaf, others, use) }
    }

    /// What a program overlooks of a chain is what it has kept of it.
    private static func overlook(_ leaf: Certificate, _ others: [Certificate], _ use: CertificateUse) {
        let exceptions = nobody.exceptions(
            of: leaf, through: others, for: [use], at: date, trusting: nil, onlyThese: false)
        check(exceptions.begin(with: leaf), "exceptions begin with the certificate that is asked about")
        check(TrustExceptions(decoding: exceptions.encoded) == exceptions, "exceptions are written and read again")
        let evaluation = nobody.evaluation(
            of: leaf, through: others, for: [use], at: date, trusting: nil, onlyThese: false, excusing: exceptions)
        check(
            evaluation.result.isTrusted == evaluation.isByException, "without an anchor only exceptions make trust")
    }

    private static func exceptions(_ bytes: [UInt8]) {
        guard let exceptions = TrustExceptions(decoding: bytes) else { return }
        check(exceptions.encoded == bytes, "exceptions are written as they were read")
    }

    private static func host(_ text: String) {
        guard let name = HostName(text) else { return }
        switch name {
        case .name(let bytes):
            check((1...HostName.largestName).contains(bytes.count), "a name of a host has a bounded length")
            check(HostName(String(decoding: bytes, as: UTF8.self)) == name, "a name of a host stays the same")
        case .address(let bytes): check([4, 16].contains(bytes.count), "an address has 4 or 16 bytes")
        }
    }

    private static func settings(_ bytes: [UInt8]) {
        do throws(KeychainError) {
            let settings = try TrustSettingsFile.settings(in: bytes)
            let again = try TrustSettingsFile.settings(in: TrustSettingsFile.encoded(settings))
            check(again == settings, "settings are written and read again")
        } catch {
            check(error, isOneOf: [.notAvailable])
        }
    }
}
