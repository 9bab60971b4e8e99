// What `latchkey doctor` says.
// SPDX-License-Identifier: Apache-2.0

package import LatchkeyModel
package import LatchkeyPlatform
import LatchkeyTooling

package struct DoctorReport: Hashable, Sendable {
    private var status: KeychainStatus?
    private var proofs: String?
    private var examination: Examination?
    private var otherFindings: [Finding] = []
    private var advice: [Finding] = []
    private var identity: String?

    private var findings: [Finding] { otherFindings + (examination.map(Self.findings) ?? []) }

    package init() {}

    package mutating func add(_ findings: [Finding]) { otherFindings += findings }

    /// What could be better on this machine, and is no finding: it says nothing of this keychain.
    package mutating func advise(_ findings: [Finding]) { advice += findings }

    /// How strong the identity of programs is here: that of this one.
    package mutating func add(_ report: IdentityReport) { identity = report.strength }

    package mutating func add(_ status: KeychainStatus) { self.status = status }

    /// - Parameter isEnforced: whether a daemon asks for proofs.
    package mutating func add(_ presence: PresenceReport, isEnforced: Bool) {
        let fingers =
            switch presence.biometry {
            case .unavailable: "no fingerprint reader"
            case .notEnrolled: "no finger enrolled"
            case .lockedOut: "fingers locked until the password is given"
            case .enrolled: "fingers"
            }
        let password = presence.hasPassword ? "the keychain's password" : "no password"
        if isEnforced, !presence.hasPassword {
            otherFindings.append(
                Finding(
                    "the keychain has no password: nobody can prove to be you, so that no program gets an item of another one by "
                        + "your permission; set a password with `security set-keychain-password`"))
        }
        let meaning =
            isEnforced
            ? "asked for by the daemon" : "a courtesy of each program without a daemon, since it could read the file"
        proofs = "\(password), \(fingers); \(meaning)"
    }

    /// The last one counts.
    package mutating func add(_ examination: Examination) {
        self.examination = examination
    }

    private static func findings(of examination: Examination) -> [Finding] {
        examination.fileProblems.map { Finding("the file is damaged: \($0)") }
            + (examination.newer == 0
                ? []
                : [
                    Finding(
                        "\(examination.newer) items were written by a newer version of Latchkey, and this version cannot read "
                            + "them; use that version")
                ])
            + examination.quarantined.map { row in
                let reference = row.reference?.hexadecimal ?? "unknown"
                return Finding(
                    "quarantined \(row.number): \(row.itemClass.rawValue) \(reference), "
                        + "\(ReportDate.text(row.found)): \(row.reason)")
            }
    }

    /// The keychain could not be opened, or not examined to the end.
    package mutating func add(_ error: KeychainError) {
        let hint = error.hint.map { " (\($0))" } ?? ""
        otherFindings.append(
            Finding("it cannot be examined: \(StatusMessage.sentence(for: error.code.rawValue))\(hint)"))
    }

    package var hasFindings: Bool { !findings.isEmpty }

    /// Lines for people; the findings come last.
    package func text(keychain path: String, exists: Bool) -> String {
        var lines = ["keychain: \(path)"]
        if !exists, findings.isEmpty { lines.append("state: not made yet; the first item makes it") }
        if let status { lines += Self.lines(for: status) }
        if let proofs { lines.append("proofs of the user: \(proofs)") }
        if let examination {
            lines.append(
                "items: \(examination.intact) intact, \(examination.locked) locked, "
                    + "\(examination.quarantined.count) in quarantine")
        }
        if let identity { lines.append("identity of programs: \(identity)") }
        lines += advice.map { "advice: \($0.text)" }
        lines += findings.map { "finding: \($0.text)" }
        lines.append(findings.isEmpty ? "nothing is wrong" : "findings: \(findings.count)")
        return lines.joined(separator: "\n") + "\n"
    }

    private static func lines(for status: KeychainStatus) -> [String] {
        let state =
            switch status.lockState {
            case .unlocked: "unlocked"
            case .lockedAfterFirstUnlock: "locked"
            case .beforeFirstUnlock: "locked, not unlocked since login"
            }
        return [
            "state: \(state), \(status.hasPassword ? "with a password" : "without a password, opens with this device alone")",
            "writable: \(status.isWritable ? "yes" : "no")",
            "session keys in the kernel: "
                + (status.isUnlockShared ? "yes" : "no, each process unlocks for itself"),
        ]
    }
}
