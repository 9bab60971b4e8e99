// `latchkey team create`: the authority of a new team, and its first signing identity.
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import LatchkeyCertificates
import LatchkeyClient
import LatchkeyFormats
import LatchkeyModel
import LatchkeyPlatform
import LatchkeySignature
import LatchkeyTooling

struct TeamCreateCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "create", abstract: "Make a team: an authority, and an identity that signs programs.",
        discussion: """
            Makes three files in the current directory, and never overwrites one: TEAM.p12, the identity for codesign; \
            TEAM-authority.p12, the key of the authority, which belongs on no machine that signs; TEAM.pem, the \
            certificate of the authority, which machines trust. Both keys are for RSA with 3072 bits.
            """)

    @Argument(help: "The name of the team, for people.")
    var name: String

    @Option(help: "The team identifier: ten characters, A-Z and 0-9 (default: at random).")
    var teamID: String?

    @Option(help: "How long the identity is valid, in days.")
    var days = 1825

    @Option(help: "A file with the password of both keys (default: asked for).", completion: .file())
    var passwordFile: String?

    func run() throws {
        try reporting("making the team") { () throws(ToolFailure) in try make() }
    }

    private func make() throws(ToolFailure) {
        guard (1...64).contains(name.utf8.count), !name.unicodeScalars.contains(where: { $0.value < 0x20 }) else {
            throw .message("a name has 1 to 64 bytes of text")
        }
        guard (1...7300).contains(days) else { throw .message("an identity is valid for 1 to 7300 days") }
        guard let team = TeamIdentifier(teamID ?? TeamCertificates.randomTeam()) else {
            throw .message("a team identifier has ten characters, A-Z and 0-9, and does not begin with ADHOC")
        }
        let password = try password()
        let made: TeamCertificates
        let identity: [UInt8]
        let authority: [UInt8]
        do throws(PKCS12Failure) {
            try PKCS12Identity.check(newPassword: password)
            made = try TeamCertificates(team: team, name: name, days: days)
            identity = try PKCS12Identity(key: made.signerKey, certificates: [made.signer, made.root])
                .encoded(password: password, name: "\(name) (\(team))")
            authority = try PKCS12Identity(key: made.rootKey, certificates: [made.root])
                .encoded(password: password, name: "\(name) (\(team)) authority")
        } catch {
            throw .message(error.message)
        }
        var identityFile = try ExportFile(path: "\(team).p12")
        var authorityFile = try ExportFile(path: "\(team)-authority.p12")
        var certificateFile = try ExportFile(path: "\(team).pem")
        try identityFile.write(SecretBytes(copying: identity))
        try authorityFile.write(SecretBytes(copying: authority))
        try certificateFile.write(PEMBlock(made.root).text.bytes)
        try identityFile.finish()
        try authorityFile.finish()
        try certificateFile.finish()
        Console.output.write(
            """
            \(team).p12            signs programs: codesign -s \(team).p12 PROGRAM
            \(team)-authority.p12  issues further identities: keep it where nothing signs
            \(team).pem            is what machines trust: sudo latchkey team trust \(team).pem
            SHA-256 of the authority: \(Fingerprint.text(made.root))

            """)
    }

    private func password() throws(ToolFailure) -> ItemSecret {
        if let passwordFile {
            return try lifting { () throws(KeychainError) in try PasswordFile.read(path: passwordFile) }
        }
        do throws(PromptFailure) {
            for _ in 0..<3 {
                let first = try TerminalPrompt.askPassword("password for the new keys: ")
                if first == (try TerminalPrompt.askPassword("retype password for the new keys: ")) { return first }
                Console.errors.writeLine("passwords don't match")
            }
        } catch {
            switch error {
            case .aborted: throw .message("no password was given")
            case .noTerminal:
                throw .message("there is no terminal to ask for a password on; name a file with --password-file")
            }
        }
        throw .message("the passwords did not match three times")
    }
}
