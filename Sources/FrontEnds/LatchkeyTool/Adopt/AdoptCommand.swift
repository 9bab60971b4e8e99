// `latchkey adopt`: the keychains of the home move to the daemon, and back.
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Glibc
import LatchkeyClient
import LatchkeyComposition
import LatchkeyModel
import LatchkeyPlatform
import LatchkeySignature
import LatchkeyTooling

struct AdoptCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "adopt", abstract: "Move the keychains of your home to the daemon of the system, or back.",
        discussion: """
            Takes every item of the keychains in your home into those of the daemon, and keeps the old files beside, under a \
            dated name. Nothing that the daemon has is replaced. If something would stay in an old file, nothing of that \
            file is taken, unless you say --leave-rest. If it is interrupted, run it again; what was taken is recognised if the \
            login keychain of the daemon has a password. The exit status is 0 if \
            everything was taken, and 1 if something stays in an old file.
            """)

    @Option(help: "One keychain: its name, or the path of its file (default: all in the home).", completion: .file())
    var keychain: String?

    @Option(
        name: .customLong("as"),
        help: "The name that the keychain of --keychain has with the daemon (default: that of its file).")
    var newName: String?

    @Option(
        help: """
            A program without a signature, by its path: it finds with the daemon what it had stored before. May be repeated.
            """, completion: .file())
    var program: [String] = []

    @Flag(help: "Give the old files their names back. What the daemon has stays there.")
    var undo = false

    @Flag(help: "Take the others, and give the old file its dated name, even if items stay in it.")
    var leaveRest = false

    func validate() throws {
        guard let newName else { return }
        guard keychain != nil, !newName.isEmpty, !newName.contains("/") else {
            throw ValidationError("--as gives the keychain of --keychain a name, which is no path")
        }
    }

    func run() throws {
        var configuration = ClientConfiguration.current
        // It is given every secret of the old keychains.
        configuration.takesOwnDaemon = undo
        let client = KeychainClient(configuration, as: .tool)
        let home = HomeKeychains(home: client.configuration.home)
        if undo {
            try reporting("leading back to the home") { () throws(ToolFailure) in
                try Return(client, home).run(only: keychain, as: newName)
            }
            return
        }
        let isComplete = try reporting("adopting keychains") { () throws(ToolFailure) in
            try adopt(client, home)
        }
        if !isComplete { throw ExitCode(1) }
    }

    private func adopt(_ client: KeychainClient, _ home: HomeKeychains) throws(ToolFailure) -> Bool {
        guard client.configuration.socket != nil else {
            throw .message(
                "no keychain daemon is configured, and the keychains in your home are the ones that are used")
        }
        let login = client.preferences.builtInKeychain
        let survey = try lifting { () throws(KeychainError) in try client.survey(in: .file(login)) }
        guard survey.keepsProgramsApart else {
            throw .message("the daemon keeps no programs apart, so that nothing is gained; see keychaind(8)")
        }
        var paths = keychain.map { [client.preferences.path(ofKeychainNamed: $0)] } ?? home.paths
        guard !paths.isEmpty else {
            Console.output.writeLine("there is no keychain in \(PrintableText.of(home.home)): nothing to adopt")
            return true
        }
        // Its password lets in the items of the others.
        if let first = paths.firstIndex(of: login) { paths.swapAt(0, first) }
        let moving = try lifting { () throws(KeychainError) in try home.opened() }
        defer { moving.close() }
        var passwords = AdoptionPasswords(client)
        var isComplete = true
        let groups = try Self.groups(of: program, opening: moving)
        for path in paths {
            do throws(ToolFailure) {
                if try !adopt(path, groups, opening: moving, by: client, with: &passwords) { isComplete = false }
            } catch  where error.isOfUser {
                let rest = paths.drop { $0 != path }.dropFirst()
                for other in rest { Console.errors.writeLine("latchkey: not tried: \(PrintableText.of(other))") }
                throw error
            } catch {
                // One bad file is no reason to leave the others.
                guard paths.count > 1 else { throw error }
                _ = error.report(during: "adopting \(PrintableText.of(path))")
                isComplete = false
            }
        }
        return isComplete
    }

    private func adopt(
        _ path: String, _ groups: [AccessGroup: AccessGroup], opening moving: some KeychainMoving,
        by client: KeychainClient, with passwords: inout AdoptionPasswords
    ) throws(ToolFailure) -> Bool {
        let file = try OwnFiles.resolved(path)
        let named = newName.map { client.preferences.path(ofKeychainNamed: $0) } ?? file
        return try Adoption(
            of: file, as: HomeKeychains.name(ofFileAt: named), by: client, opening: moving, renaming: groups,
            leavesRest: leaveRest
        ).run(with: &passwords)
    }

    /// Any program could have put a file beside it that names another one's items.
    private static func requireNamedByItself(_ executable: String) throws(ToolFailure) {
        let folder = executable[...(executable.lastIndex(of: "/") ?? executable.startIndex)]
        for file in [executable + ".entitlements", folder + "Info.plist"] where unsafe access(file, F_OK) == 0 {
            throw .message(
                "\(file) says which items were those of \(executable), and any program could have written it; sign the program, or have it store them anew"
            )
        }
    }

    /// What the groups of unsigned programs are called with the daemon, which knows them by their paths.
    private static func groups(
        of programs: [String], opening moving: some KeychainMoving
    ) throws(ToolFailure) -> [AccessGroup: AccessGroup] {
        var groups: [AccessGroup: AccessGroup] = [:]
        for program in programs {
            guard let path = unsafe realpath(program, nil) else { throw .message("there is no program \(program)") }
            defer { unsafe free(path) }
            let executable = unsafe String(cString: path)
            let new = UnsignedProgram.identifier(ofProgramAt: Array(executable.utf8), user: getuid())
            guard HomeKeychains.name(ofFileAt: executable) == HomeKeychains.name(ofFileAt: program) else {
                throw .message(
                    "\(program) leads to \(executable), whose items were others; name that one if you mean it")
            }
            try requireNamedByItself(executable)
            let old = moving.group(ofProgramAt: executable)
            guard groups.updateValue(AccessGroup(rawValue: new), forKey: old) == nil else {
                throw .message("two of the programs have the same name, and so had the same items; name one of them")
            }
            Console.output.writeLine(
                "items of \(PrintableText.of(old.rawValue)) go to \(PrintableText.of(executable)) alone")
        }
        return groups
    }
}
