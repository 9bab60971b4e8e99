// What a backup or a restore came to, in words.
// SPDX-License-Identifier: Apache-2.0

package import LatchkeyModel

/// Lines for standard error.
package struct BackupText {
    private let tool: String

    /// - Parameter tool: the name of the command, with which each line begins.
    package init(of tool: String) { self.tool = tool }

    package func lines(of summary: BackupSummary) -> String {
        let counts = summary.counts
        var text = "\(tool): backed up \(items(counts.items + counts.deviceItems))"
        if counts.deviceItems > 0 { text += ", \(counts.deviceItems) of them for this device only" }
        return text + "\n" + omissions(summary.leftOut, "left out")
    }

    package func lines(of report: RestoreReport, isDryRun: Bool) -> String {
        let (restored, removed) = isDryRun ? ("would restore", "would remove") : ("restored", "removed")
        var text = "\(tool): the backup is whole"
        if report.backup.counts.deviceItems > 0, !report.isOfThisMachine { text += ", and of another machine" }
        text += "\n\(tool): \(restored) \(items(report.restored)), \(removed) \(report.removed) that were there\n"
        if report.lost > 0 {
            text +=
                "\(tool): \(report.lost) of those are in no backup, because of their access control, a token or the password's "
                + "class\n"
        }
        if report.setAside > 0 {
            text += "\(tool): \(report.setAside) that do not open go into quarantine; see `latchkey doctor`\n"
        }
        if report.outdated > 0 {
            text += "\(tool): \(report.outdated) of the backup are not newer than what is there, which stays\n"
        }
        if report.ofOtherDevice > 0 {
            let why =
                report.isOfThisMachine
                ? "the device key of this machine was replaced, or is another home's"
                : "they are for the device only that they were on"
            text += "\(tool): \(report.ofOtherDevice) do not come back: \(why)\n"
        }
        if report.renumbered > 0 {
            text +=
                "\(tool): \(report.renumbered) have a new number; persistent references to them from before find nothing\n"
        }
        return text + omissions(report.backup.leftOut, "had been left out of the backup")
    }

    private func items(_ count: Int) -> String { count == 1 ? "1 item" : "\(count) items" }

    private func omissions(_ omissions: BackupOmissions, _ verb: String) -> String {
        omissions.counts.filter { $0.value > 0 }.sorted { $0.key < $1.key }.reduce("") { text, omission in
            text + "\(tool): \(omission.value) \(verb): \(why(omission.key))\n"
        }
    }

    private func why(_ reason: UInt8) -> String {
        switch BackupOmissions.Reason(rawValue: reason) {
        case .passwordOnly: "protected by the password of the keychain alone"
        case .constrained: "an access control asks for something"
        case .token: "on a token"
        case .system: "of the system, or of a sharing group"
        case .newer: "written by a newer version of Latchkey"
        case .damaged: "damaged; see `latchkey doctor`"
        case nil: "for a reason that a newer version of Latchkey knows"
        }
    }
}
