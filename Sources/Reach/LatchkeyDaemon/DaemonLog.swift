// What the daemon says on standard error, where the journal reads it.
// SPDX-License-Identifier: Apache-2.0

import CLatchkeyLinux
import Glibc
import LatchkeyModel
import LatchkeyPlatform
import Synchronization

/// One line an event, with the priority before it as the journal takes it. Never a value of an item, nor a name of one.
package final class DaemonLog: Sendable {
    /// Says nothing.
    package static let quiet = DaemonLog(write: nil)
    package static let standardError = DaemonLog(write: { line in
        var text = line
        text.withUTF8 { bytes in _ = unsafe Glibc.write(STDERR_FILENO, bytes.baseAddress, bytes.count) }
    })

    /// Standard error, and for refusals the system's log, where the journal does not read standard error anyway.
    package static func ofProcess(_ environment: Environment) -> DaemonLog {
        if let stream = environment["JOURNAL_STREAM"], stream == Self.standardErrorStream { return standardError }
        return DaemonLog(write: standardError.write, audit: { unsafe latchkey_audit($0) })
    }

    /// What systemd calls the stream at standard error, if it is one of its own: the variable goes on to children whose
    /// standard error is another.
    private static var standardErrorStream: String? {
        var status = stat()
        guard unsafe fstat(STDERR_FILENO, &status) == 0 else { return nil }
        return "\(status.st_dev):\(status.st_ino)"
    }

    private let write: (@Sendable (String) -> Void)?
    private let audit: (@Sendable (String) -> Void)?
    private struct Pace {
        var second: UInt64 = 0
        var counts: [Bucket: Int] = [:]
        /// Lines that were written, by subject.
        var written: [Subject: Int] = [:]
        var left = 0
    }
    /// What a line is about.
    package enum Subject: Hashable, Sendable {
        /// What is wrong with a connection.
        case noise
        case refusal
        /// What the user was asked, and what they said.
        case user
    }

    /// Lines of one user do not take the place of another's, nor those about one subject the place of another's.
    private struct Bucket: Hashable {
        let user: UInt32
        let subject: Subject
    }
    private let pace = Mutex(Pace())

    /// Lines of a bucket in a second; the rest is counted.
    private static let largestPace = 10
    /// Those of all users about one subject, but for what users were asked: one person may be many users
    /// (`subuid(5)`), and the journal leaves out lines of a service that has written some hundred in a second for long.
    private static let largestPaceOfAll = 100

    package init(write: (@Sendable (String) -> Void)?, audit: (@Sendable (String) -> Void)? = nil) {
        self.write = write
        self.audit = audit
    }

    package func notice(_ text: String) { write?("<5>keychaind: \(text)\n") }
    package func error(_ text: String) { write?("<3>keychaind: \(text)\n") }

    func refusal(of client: ClientConnection, _ error: KeychainError) {
        let hint = error.hint.map { " (\($0))" } ?? ""
        aboutClient(
            of: client.peer.userID,
            "refused \(error.code.rawValue) to \(description(of: client)): \(error.operation)\(hint)")
    }

    /// A program whose entitlements name groups that its team may not give.
    func withheld(_ groups: [AccessGroup], of client: ClientConnection) {
        let names = groups.prefix(8).map { String($0.rawValue.prefix(128)).printable }.joined(separator: ", ")
        aboutClient(
            of: client.peer.userID,
            "withheld from \(description(of: client)): \(names): neither its team's nor in a profile of this machine")
    }

    func refusal(of client: ClientConnection, _ reason: ClientConnection.Reason) {
        let why =
            switch reason {
            case .gone: "it has gone"
            case .broken: "it does not speak the protocol"
            case .foreignSender: "another process sends through its socket"
            }
        aboutClient(of: client.peer.userID, on: .noise, "ended the connection of \(description(of: client)): \(why)")
    }

    func late(_ client: ClientConnection) {
        aboutClient(
            of: client.peer.userID, on: .noise,
            "ended the connection of \(description(of: client)): it took too long")
    }

    private func description(of client: ClientConnection) -> String {
        // By name alone: what a process runs is looked at by workers, which may have to wait.
        let program = client.peer.printablePath
        return "process \(client.peer.processID)\(program.isEmpty ? "" : " " + program) of user \(client.peer.userID)"
    }

    /// A client that does wrong again and again does not fill the log.
    package func aboutClient(of user: UInt32, on subject: Subject = .refusal, _ text: @autoclosure () -> String) {
        guard write != nil else { return }
        let second = monotonicMilliseconds() / 1000
        let (isShown, left) = pace.withLock { pace in
            var left = 0
            if pace.second != second {
                left = pace.left
                pace = Pace(second: second)
            }
            let bucket = Bucket(user: user, subject: subject)
            let count = pace.counts[bucket, default: 0] + 1
            pace.counts[bucket] = count
            let isShown =
                count <= Self.largestPace
                && (subject == .user || pace.written[subject, default: 0] < Self.largestPaceOfAll)
            if isShown { pace.written[subject, default: 0] += 1 } else { pace.left += 1 }
            return (isShown, left)
        }
        if left > 0 { write?("<4>keychaind: \(left) more lines about clients were left out\n") }
        guard isShown else { return }
        let words = text()
        write?("<4>keychaind: \(words)\n")
        if subject != .noise { audit?(words) }
    }
}
