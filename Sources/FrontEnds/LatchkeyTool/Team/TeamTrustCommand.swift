// `latchkey team trust`: installs the authority of a team.
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Glibc
import LatchkeyCertificates
import LatchkeyModel
import LatchkeySignature
import LatchkeyTooling

struct TeamTrustCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "trust", abstract: "Trust the programs of a team on this machine (root only).",
        discussion: """
            Programs that the team signed may then use the access groups that begin with its identifier. Compare the \
            fingerprint with the one that the team has told you. To trust the team no longer, delete the file.
            """)

    @Argument(help: "The certificate of the team's authority, PEM or DER.", completion: .file())
    var file: String

    @OptionGroup var target: TeamDirectoryOption

    func run() throws {
        try reporting("trusting \(file)") { () throws(ToolFailure) in try trust() }
    }

    private func trust() throws(ToolFailure) {
        guard target.directory != nil || geteuid() == 0 else {
            throw .message("only root says which teams are trusted")
        }
        let roots = try roots()
        try makeDirectory()
        for root in roots {
            let name = "\(root.team)-\(Fingerprint.short(root.certificate)).pem"
            Console.output.write(
                """
                team \(root.team), \((root.certificate.subjectSummary ?? "without a name").visible), until \
                \(Fingerprint.day(root.certificate.validity.notAfter))
                SHA-256: \(Fingerprint.text(root.certificate))

                """)
            try TeamFile.install(root.certificate, as: name, in: target.path)
            Console.output.writeLine("trusted: \(target.path)/\(name)")
        }
        guard target.roots.isTrustworthy else {
            throw .message("\(target.path) can be written by others, so that nothing in it counts; `chmod go-w` it")
        }
    }

    private func roots() throws(ToolFailure) -> [TeamRoot] {
        guard let descriptor = Optional(unsafe open(file, O_RDONLY | O_CLOEXEC | O_NONBLOCK)), descriptor >= 0 else {
            throw .message(unsafe String(cString: strerror(errno)))
        }
        defer { close(descriptor) }
        guard let opened = try? SignedFile(descriptor), opened.size <= UInt64(TeamRoots.largestFile),
            let bytes = try? opened.beginning(TeamRoots.largestFile)
        else { throw .message("no file, or too long for a certificate") }
        if bytes.first == 0x30, let root = (try? Certificate(der: bytes)).flatMap({ TeamRoot($0) }) { return [root] }
        guard let roots = TeamRoots.roots(inPEM: bytes) else {
            throw .message(
                """
                not the certificate of a team's authority: it must be allowed to issue certificates, and have one \
                organizational unit (OU) of ten characters, A-Z and 0-9
                """)
        }
        return roots
    }

    /// With mode 0755, also where the umask says otherwise, and so that everybody can verify.
    private func makeDirectory() throws(ToolFailure) {
        let parent = target.path.lastIndex(of: "/").map { String(target.path[..<$0]) } ?? ""
        for path in [parent, target.path] where !path.isEmpty {
            guard unsafe mkdir(path, 0o755) == 0 else {
                guard errno == EEXIST else { throw .message("\(path): \(unsafe String(cString: strerror(errno)))") }
                continue
            }
            unsafe chmod(path, 0o755)
        }
    }
}
