// Who a program is, in lines for a user.
// SPDX-License-Identifier: Apache-2.0

package import LatchkeyModel

extension IdentityReport {
    /// One fact a line. Names come from files of others, and are shown without what a terminal would obey.
    package var text: String {
        var lines = [
            "process: \(processID)", "user: \(userID)",
            "executable: \(executable.isEmpty ? "not to be seen" : executable.visible)",
        ]
        if let refusal { lines.append("identity: none: \(refusal)") }
        if let origin { lines += origin.lines }
        if let strength { lines.append("strength: \(strength)") }
        if let applicationIdentifier { lines.append("application identifier: \(applicationIdentifier.visible)") }
        lines += accessGroups.map { "access group: \($0 == .all ? "* (every group)" : $0.rawValue.visible)" }
        lines += withheldGroups.map {
            "withheld: \($0.rawValue.visible): not its team's nor in a profile of root, or for debuggers"
        }
        return lines.map { $0 + "\n" }.joined()
    }
}

extension IdentityReport {
    /// How far the identity can be trusted, and what to do for more; nil for a program that has none.
    package var strength: String? { origin.map(strength) }

    private func strength(of origin: Origin) -> String {
        switch (origin, evidence) {
        case (.embedded, _): "stated: nobody looks; run a daemon, see keychaind(8)"
        case (_, .stated):
            "stated: the daemon of one user may not look at this process; the system's daemon does, see keychaind(8)"
        case (.path, _): "path: whoever can write the file is this program; sign it with codesign(1)"
        case (_, .weakFile):
            "file: what the process runs now, which every user can change here; start exec-witness, see keychaind(8)"
        case (_, .file): "file: what the process runs now, as the kernel says"
        case (_, .witnessed): "witnessed: what the kernel saw the process execute"
        }
    }
}

extension IdentityReport.Origin {
    fileprivate var lines: [String] {
        switch self {
        case .signature(let team, let identifier, let digest):
            let digits = digest.map { byte in (byte < 16 ? "0" : "") + String(byte, radix: 16) }.joined()
            return [
                "identity: signed by team \(team.visible), which is trusted on this machine, as \(identifier.visible)",
                "code digest: \(digits)",
            ]
        case .script(let team, let identifier, let digest, let path):
            let digits = digest.map { byte in (byte < 16 ? "0" : "") + String(byte, radix: 16) }.joined()
            return [
                "identity: script \(path.visible), by a launcher that team \(team.visible), which is trusted on this machine, signed as \(identifier.visible)",
                "code digest: \(digits)",
            ]
        case .path: return ["identity: by its path, since no trusted team has signed it"]
        case .tool: return ["identity: one of the keychain's own tools, which work for the user"]
        case .service(let unit): return ["identity: service \(unit.visible) of this machine"]
        case .snap(let name): return ["identity: snap \(name.visible)"]
        case .flatpak(let name): return ["identity: Flatpak application \(name.visible)"]
        case .embedded:
            return ["identity: by its entitlements file or its path, in the program itself: no daemon enforces it"]
        }
    }
}
