// Verifies an executable that is open: the record, the signer, the team, and then every byte.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyCertificates
import LatchkeyTrust

/// Keeps nothing. Callers that ask often keep verdicts by device, inode, size and change time of the file, up to
/// ``SignedCode/validUntil``, and no longer than the teams stay: by the change times of ``TeamRoots/directory`` and of
/// each file in it, too, since a team that root takes away, or adds, makes the verdict another.
package struct SignatureVerifier: Sendable {
    private let teams: TeamRoots

    /// Whose signatures count.
    package enum Accepted: Sendable {
        /// Those of teams, and ad-hoc ones.
        case all
        case teams
        /// Nobody's, as on a file system if nobody can say whose a file is: `.foreignFileSystem` for a team's.
        case none
    }

    package init(teams: TeamRoots = .system) { self.teams = teams }

    /// Verifies the file behind a descriptor, such as that of `/proc/PID/exe`. The cheap checks come first, so that a
    /// file that nobody vouches for is not digested.
    /// - Parameter descriptor: open for reading; its position stays.
    /// - Parameter date: seconds since 2001-01-01 UTC.
    /// - Parameter accepted: whose signatures grant something; others are refused before anything is digested, which
    ///   else takes as long as whoever made the file likes.
    package func verify(_ descriptor: CInt, at date: Double, accepting accepted: Accepted = .all) -> SignatureVerdict {
        do throws(SignatureProblem) {
            let file = try SignedFile(descriptor)
            let record = try file.record()
            let directory = record.directory
            guard accepted == .all || directory.team != nil else { throw .adHoc }
            let validUntil = directory.team == nil ? nil : try checkSigner(of: record, at: date)
            guard accepted != .none else { throw .foreignFileSystem }
            let code = try SignedCode(directory, start: ProgramStart(descriptor), validUntil: validUntil)
            // At its end nobody has written the file since it was opened, so that what was read before is what was
            // signed.
            guard try file.digest(ofFirst: directory.fileSize) == directory.digest else { throw .digestDiffers }
            return directory.team == nil ? .adHoc(code) : .trusted(code)
        } catch {
            return .refused(error)
        }
    }

    /// - Returns: the first date on which a certificate expires that the verdict may rest on.
    private func checkSigner(of record: SignatureRecord, at date: Double) throws(SignatureProblem) -> Double {
        let message = try SignedMessage(decoding: record.message)
        guard let team = record.directory.team, TeamIdentifier(message.signer) == team else { throw .wrongTeam }
        guard message.isSigned(over: record.directory) else { throw .badSignature }
        let roots = try teams.roots(of: team).map(\.certificate)
        guard !roots.isEmpty else { throw .untrustedTeam }
        // An authority issues certificates; its key is not where programs are signed.
        guard !roots.contains(message.signer) else { throw .certificate(.wrongUse) }
        let result = TrustEvaluator(anchors: TrustAnchors(certificates: roots)).evaluate(
            message.signer, through: Array(message.certificates.dropFirst()), for: CertificateUse(.teamCode), at: date)
        switch result {
        case .trusted:
            return (message.certificates + roots).map(\.validity.notAfter).filter { $0 >= date }.min() ?? date
        case .untrusted(.noTrustedRoot): throw .untrustedTeam
        case .untrusted(let problem): throw .certificate(problem)
        }
    }
}
