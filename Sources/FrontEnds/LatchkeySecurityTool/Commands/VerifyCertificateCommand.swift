// `verify-cert`.
// SPDX-License-Identifier: Apache-2.0

import Glibc
import LatchkeyCertificates
import LatchkeyClient
import LatchkeyModel
import LatchkeyObjects
import LatchkeyPlatform
import LatchkeyTooling
import LatchkeyTrust

package enum VerifyCertificateCommand {
    /// Evaluates the first certificate, through the others and the keychains, to the roots of `-r` or those that are
    /// trusted.
    /// - Throws: `.reported` with 1 if it is not trusted, after a line on standard error.
    package static let run: Command.Action = { (arguments, context) throws(CommandFailure) in
        guard arguments.operands.isEmpty, let paths = arguments.all("c"), let leaf = paths.first else {
            throw .usage("say with -c which certificate is to be verified")
        }
        var certificates: [Certificate] = []
        for path in [leaf] + paths.dropFirst() { certificates += try read(path.publicText, context) }
        var roots: [Certificate]?
        for path in arguments.all("r") ?? [] { roots = (roots ?? []) + (try read(path.publicText, context)) }
        let uses = try uses(arguments)
        let revocation = try revocation(arguments, context)
        let date = try arguments.text("d").map(date) ?? (Double(time(nil)) - secondsFrom1970To2001)
        var intermediates = Array(certificates.dropFirst())
        if !arguments.has("L") {
            let keychains = try context.searchedKeychains(from: arguments.all("k") ?? [])
            intermediates += try calling("SecTrustEvaluate") { () throws(KeychainError) in
                try StoredIssuers(in: keychains.map(\.address), of: context.client)
                    .intermediates(of: certificates[0])
            }
        }
        let evaluator = TrustEvaluator(
            anchors: .system,
            settings: [TrustSettingsFile(home: context.client.configuration.home), .machine])
        let evaluation = evaluator.evaluation(
            of: certificates[0], through: intermediates, for: uses, at: date,
            trusting: roots.map { TrustAnchors(certificates: $0) }, onlyThese: roots != nil, revocation: revocation)
        if arguments.has("v") {
            for certificate in evaluation.chain {
                context.output.writeLine(
                    "\(HexText.upperCase(certificate.sha1)) \"\(PrintableText.of(certificate.subjectSummary ?? ""))\"")
            }
        }
        guard case .untrusted(let problem) = evaluation.result else {
            if !arguments.has("q") { context.output.writeLine("...certificate verification successful.") }
            return
        }
        if !arguments.has("q") { context.errors.writeLine("Cert Verify Result: \(problem.word)") }
        if problem == .revocationUnknown, !arguments.has("q") { context.errors.writeLine(hint(evaluation)) }
        throw .reported(result: 1)
    }

    /// With `-x` every certificate but the root must be shown not to be revoked.
    private static func revocation(
        _ arguments: ParsedArguments, _ context: ToolContext
    ) throws(CommandFailure) -> RevocationSource {
        var source = RevocationSource()
        for path in (arguments.all("x") ?? []).map(\.publicText) {
            let file = try InputFile.read(path, in: context)
            let bytes = file.bytes.declassified(because: "a list of revoked certificates is public")
            guard let found = try? RevocationFile(bytes) else {
                throw .message("\(path): give a list of revoked certificates or an OCSP response, in DER or PEM")
            }
            source.lists += found.lists
            source.responses += found.responses
            source.demand = .all
        }
        return source
    }

    /// What to do if nothing is known of a certificate.
    private static func hint(_ evaluation: TrustEvaluation) -> String {
        let unknown = evaluation.findings.filter { $0.problem == .revocationUnknown }.map { finding in
            "\"\(PrintableText.of(evaluation.chain[finding.place].subjectSummary ?? ""))\""
        }
        let names = unknown.joined(separator: ", ")
        return "security: hint: no current list or response is about \(names); give that of the issuer with -x"
    }

    private static let secondsFrom1970To2001 = 978_307_200.0

    private static func read(_ path: String, _ context: ToolContext) throws(CommandFailure) -> [Certificate] {
        let file = try InputFile.read(path, in: context)
        let found = try calling("SecCertificateCreateFromData", on: path) { () throws(KeychainError) in
            try ExternalItem.certificates(in: file)
        }
        guard !found.certificates.isEmpty else { throw .message("\(path): there is no certificate in it") }
        return found.certificates
    }

    /// Every policy of `-p`: the certificate must be good for all.
    private static func uses(_ arguments: ParsedArguments) throws(CommandFailure) -> [CertificateUse] {
        let name = arguments.text("s") ?? arguments.text("n") ?? arguments.text("e")
        let isClient = arguments.has("C")
        var uses: [CertificateUse] = []
        for word in (arguments.all("p") ?? []).map(\.publicText) {
            switch word {
            case "basic": uses.append(CertificateUse(.any))
            case "eap": uses.append(CertificateUse(isClient ? .eapClient : .eapServer, host: name))
            case "ssl": uses.append(CertificateUse(isClient ? .sslClient : .sslServer, host: name))
            case "smime": uses.append(CertificateUse(.email, host: name))
            case "codeSign": uses.append(CertificateUse(.codeSigning))
            default: throw .usage("\(word) is no policy")
            }
        }
        return uses.isEmpty ? [CertificateUse(.any)] : uses
    }

    /// `YYYY-MM-DD-hh:mm:ss`, or the day alone; UTC.
    private static func date(_ text: String) throws(CommandFailure) -> Double {
        let parts = text.split(whereSeparator: { $0 == "-" || $0 == ":" }).map { Int($0) }
        let numbers = parts.compactMap { $0 }
        let limits = [1950...9999, 1...12, 1...31, 0...23, 0...59, 0...59]
        guard numbers.count == parts.count, numbers.count == 3 || numbers.count == 6,
            zip(numbers, limits).allSatisfy({ $1.contains($0) })
        else { throw .usage("a date is YYYY-MM-DD-hh:mm:ss, in UTC") }
        // Years begin in March here, so that the leap day is the last of its year.
        let year = numbers[1] <= 2 ? numbers[0] - 1 : numbers[0]
        let month = (numbers[1] + 9) % 12
        let days =
            year * 365 + year / 4 - year / 100 + year / 400 + (month * 153 + 2) / 5 + numbers[2] - 1 - 730_791
        let time = numbers.dropFirst(3).reduce(0) { $0 * 60 + $1 }
        return Double(days * 86_400 + time)
    }
}
