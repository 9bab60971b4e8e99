// Finds out who a program is: by its signature, its service, its package, else by its path.
// SPDX-License-Identifier: Apache-2.0

import Glibc
import LatchkeyModel
package import LatchkeyPlatform
package import LatchkeySignature

/// Every answer rests on what the kernel says of the process, and on files that it says the process runs.
package final class ProgramIdentifier: PeerIdentifying {
    private let tools: OwnTools
    private let profiles: ProvisioningProfiles
    private let verdicts: VerdictCache
    private let teams: TeamRoots
    /// True if the scripts of one interpreter may have one identity together.
    private let servesInterpreters: Bool
    /// True if programs of one user are kept apart: the tools, which have power over all items, must then have been
    /// started without libraries of their caller, and the loader keep debuggers out of what it starts.
    private let keepsProgramsApart: Bool
    private let basis: IdentityBasis

    package init(
        tools: OwnTools, teams: TeamRoots = .system, profiles: ProvisioningProfiles = .system,
        servesInterpreters: Bool = false, keepsProgramsApart: Bool = false, basis: IdentityBasis = .shared
    ) {
        self.basis = basis
        self.keepsProgramsApart = keepsProgramsApart
        self.tools = tools
        self.teams = teams
        self.profiles = profiles
        self.servesInterpreters = servesInterpreters
        verdicts = VerdictCache(teams: teams)
    }

    package func reload() { tools.reload() }

    package func execution(of process: PeerProcess) throws(KeychainError) -> UInt64? {
        try basis.number(of: process)
    }

    package func isOwn(_ sockets: [HeldSocket], of process: PeerProcess) -> Bool {
        basis.isOwn(sockets, of: process)
    }

    package func isInterpreter(_ executable: PeerExecutable, in process: PeerProcess) -> Bool {
        if Interpreter.isName(executable.name) { return true }
        guard let descriptor = try? process.openExecutable() else { return false }
        defer { close(descriptor) }
        guard let mounts = MountTable(of: process.processID), let facts = FileFacts(descriptor, mounts: mounts),
            facts.node == executable.file.node,
            let execution = try? basis.execution(of: process, running: facts, descriptor)
        else { return Interpreter.isInterpreter(named: "", descriptor) }
        return verdicts.looksLikeInterpreter(descriptor, facts, in: basis.run(of: process, in: execution))
    }

    package func identity(
        of executable: PeerExecutable, in process: PeerProcess
    ) throws(KeychainError) -> PeerIdentity {
        try process.requireUntraced()
        let descriptor = try process.openExecutable()
        defer { close(descriptor) }
        guard let mounts = MountTable(of: process.processID) else {
            throw KeychainError(
                .missingEntitlement, during: "looking at the code of the calling program",
                hint: "the kernel does not say which file systems the program sees")
        }
        // Where it runs from a mount that is not its own any more, nothing is known of the file.
        guard let facts = FileFacts(descriptor, mounts: mounts), facts.node == executable.file.node else {
            throw KeychainError(
                .missingEntitlement, during: "reading the file of the calling program",
                hint: "the process has become another program since it connected, or its file system is gone")
        }
        let execution = try basis.execution(of: process, running: facts, descriptor)
        let found = try identity(of: executable, in: process, running: descriptor, facts, mounts, execution)
        // What was found is true of a process that still runs, and still runs this.
        try process.requireStill(executable)
        guard try basis.number(of: process) == execution?.number else { throw .otherExecution }
        return found.resting(on: basis, execution)
    }

    private func identity(
        of executable: PeerExecutable, in process: PeerProcess, running descriptor: CInt, _ facts: FileFacts,
        _ mounts: MountTable, _ execution: Execution?
    ) throws(KeychainError) -> PeerIdentity {
        let run = basis.run(of: process, in: execution)
        let signed = try signedCode(of: descriptor, facts, run)
        if signed != nil { try basis.requireSignatureCounts() }
        let isInterpreter =
            Interpreter.isName(executable.name) || verdicts.looksLikeInterpreter(descriptor, facts, in: run)
        if isInterpreter, signed == nil, let script = try launched(executable, facts, mounts, process, run) {
            return script
        }
        if signed == nil, !isTool(executable), let unit = SystemService.unit(of: process) {
            // The unit says what runs, script or not, and what is loaded.
            return identity(named: "systemd." + unit, .service(unit), of: process.userID)
        }
        guard !isInterpreter || (servesInterpreters && signed == nil) else {
            throw .ofInterpreter
        }
        let choice = LibraryChoice(process: process, mounts: mounts, keepsProgramsApart: keepsProgramsApart)
        if let signed { try choice.requireProgramsOwn(signed) }
        let isTool = signed == nil && isTool(executable)
        let start = isTool && keepsProgramsApart ? ProgramStart(descriptor) : signed?.start
        if isTool, keepsProgramsApart { try choice.requireProgramsOwn(start) }
        let needsAudit = keepsProgramsApart && choice.needsAudit(signed, start)
        guard !needsAudit || LibraryChoice.asks(start) else {
            throw KeychainError(
                .missingEntitlement, during: "looking at the code of the calling program",
                hint: CodeTrust.Refusal.unaudited.hint)
        }
        let trust = CodeTrust(
            program: facts, signed: signed, loader: signed != nil || isTool ? choice.loader(of: signed) : nil,
            isTool: isTool, needsAudit: needsAudit, takesReplaced: executable.takesReplaced)
        try LoadedCode(verdicts: verdicts, run: run, mounts: mounts).requireTrusted(
            in: process, under: trust,
            allowsEngines: isInterpreter || signed?.entitlements.mayLoadForeignLibraries == true)
        if let signed, let team = signed.team { return identity(of: signed, team, user: process.userID) }
        if let flatpak = executable.flatpak {
            return identity(named: "flatpak." + flatpak, .flatpak(flatpak), of: process.userID)
        }
        if let snap = SnapApplication.name(ofProgramAt: executable.path, facts) {
            return identity(named: "snap." + snap, .snap(snap), of: process.userID)
        }
        // Who can put another program in its place need not choose code for this one.
        if !isTool, let execution, !executable.isReplaceable(by: process.userID) {
            try basis.requireNoChosenCode(execution)
        }
        return identity(ofUnsigned: executable, user: process.userID, isTool: isTool)
    }

    package func statedIdentity(of executable: PeerExecutable, user: UInt32) throws(KeychainError) -> PeerIdentity {
        // The file decides as it would for who runs it, but for what is loaded.
        let file = unsafe open((executable.path + [0]).map { CChar(bitPattern: $0) }, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        defer { if file >= 0 { close(file) } }
        if file >= 0, case .trusted(let code) = SignatureVerifier(teams: teams).verify(file, at: VerdictCache.clock()),
            let team = code.team
        {
            return identity(of: code, team, user: user).stated
        }
        return identity(ofUnsigned: executable, user: user, isTool: isTool(executable)).stated
    }

    private func identity(
        ofUnsigned executable: PeerExecutable, user: UInt32, isTool: Bool
    ) -> PeerIdentity {
        let group = AdHocIdentity.group(of: executable, user: user)
        return PeerIdentity(
            caller: Caller(
                accessGroups: isTool && basis.reachesEverything ? [group, .all] : [group],
                overBusAs: isTool ? nil : group.rawValue,
                applicationIdentifier: group.rawValue,
                toolGroups: tools.groups(of: user)),
            mayAdminister: isTool, origin: isTool ? .tool : .path)
    }

    /// The identity of the script that a launcher started in this interpreter, or nil if no launcher did.
    private func launched(
        _ interpreter: PeerExecutable, _ facts: FileFacts, _ mounts: MountTable, _ process: PeerProcess,
        _ run: VerdictCache.Run?
    ) throws(KeychainError) -> PeerIdentity? {
        let script = try ScriptLaunch(verdicts: verdicts, basis: basis).script(
            of: process, running: interpreter, facts, mounts, run)
        guard let script, let team = script.code.team else { return nil }
        try basis.requireSignatureCounts()
        return identity(of: script.code, team, user: process.userID, script: script.path)
    }

    private func isTool(_ executable: PeerExecutable) -> Bool {
        executable.flatpak == nil && tools.contain(executable)
    }

    /// - Returns: nil for a program that nobody signed, or only ad hoc, which anybody can do.
    /// - Throws: `.missingEntitlement` for a signature that does not hold: such a program is not what it was.
    private func signedCode(
        of descriptor: CInt, _ facts: FileFacts, _ run: VerdictCache.Run?
    ) throws(KeychainError) -> SignedCode? {
        let verdict: SignatureVerdict
        do throws(SignatureProblem) {
            verdict = try verdicts.signature(of: descriptor, facts, in: run)
        } catch {
            throw Self.refusal(error)
        }
        switch verdict {
        case .trusted(let code): return code
        case .adHoc, .refused(.unsigned), .refused(.adHoc): return nil
        case .refused(let problem): throw Self.refusal(problem)
        }
    }

    private static func refusal(_ problem: SignatureProblem) -> KeychainError {
        KeychainError(
            .missingEntitlement, during: "verifying the signature of the calling program", hint: problem.reason)
    }

    private func identity(
        named name: String, _ origin: IdentityReport.Origin, of user: UInt32
    ) -> PeerIdentity {
        // Others choose these names: none is the group that another program has over a bus.
        let name = AccessGroup(rawValue: name).isOfBus ? name + "." : name
        return PeerIdentity(
            caller: Caller(
                accessGroups: [AccessGroup(rawValue: name)], overBusAs: name, applicationIdentifier: name,
                toolGroups: tools.groups(of: user)),
            mayAdminister: false, origin: origin)
    }

    /// The groups of the entitlements that begin with the team, and those that root gives besides.
    private func identity(
        of code: SignedCode, _ team: TeamIdentifier, user: UInt32, script: String? = nil
    ) -> PeerIdentity {
        let prefix = team.text + "."
        let name = prefix + code.identifier.text
        let wanted = code.entitlements.accessGroups(ofProgramNamed: name)
        func isOfTeam(_ group: String) -> Bool {
            group.utf8.count > prefix.utf8.count && group.utf8.starts(with: prefix.utf8)
        }
        var granted: Set<AccessGroup>?
        let groups = wanted.filter { group in
            // It is that of a program that debuggers may look into.
            guard code.entitlements.isDebuggable || !group.rawValue.hasSuffix(Entitlements.debuggingSuffix) else {
                return false
            }
            if isOfTeam(group.rawValue) || group == .token { return true }
            let others = granted ?? profiles.groups(of: team, identifier: code.identifier)
            granted = others
            return others.contains(group)
        }
        let identifier = code.identifier.text
        let origin: IdentityReport.Origin =
            if let script {
                .script(team: team.text, identifier: identifier, digest: code.codeDigest, path: script)
            } else {
                .signature(team: team.text, identifier: identifier, digest: code.codeDigest)
            }
        return PeerIdentity(
            caller: Caller(
                accessGroups: groups,
                overBusAs: code.entitlements.isDebuggable ? nil : code.applicationIdentifier,
                // What the user permits to a program they have not permitted to whoever has a debugger.
                applicationIdentifier: code.entitlements.isDebuggable ? nil : code.applicationIdentifier,
                toolGroups: tools.groups(of: user)),
            mayAdminister: false,
            origin: origin,
            withheldGroups: wanted.filter { !groups.contains($0) })
    }
}

extension KeychainError {
    static let ofInterpreter = KeychainError(
        .missingEntitlement, during: "finding out which program is calling",
        hint: "an interpreter lends its identity to no script; codesign --script makes a launcher that does")
}
