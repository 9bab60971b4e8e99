// Fingers, as fprintd reads them.
// SPDX-License-Identifier: Apache-2.0

import Crypto
import Glibc
package import LatchkeyModel
import LatchkeyPlatform
import Synchronization

/// The fingerprint reader of the machine over D-Bus (`net.reactivated.Fprint`). The process that decides talks to it
/// itself: whoever shows a dialog cannot claim a match.
package final class Fprintd: FingerprintReader {
    private let description: String
    /// Fingers in a row that did not match, for each user.
    private let failures = Mutex<[UInt32: Int]>([:])

    private static let name = "net.reactivated.Fprint"
    private static let manager = name + ".Manager"
    private static let device = name + ".Device"
    private static let noFingers = name + ".Error.NoEnrolledPrints"
    private static let inUse = name + ".Error.AlreadyInUse"
    /// Fingers of one dialog that may not match, and in a row before only a password counts.
    private static let (mostTries, mostFailures) = (3, 5)
    /// Users whose failures are remembered.
    private static let mostUsers = 4096
    /// Microseconds between two looks at whether somebody still waits.
    private static let lookTime: UInt64 = 200_000

    /// - Parameter description: how the bus calls this process.
    package init(description: String) { self.description = description }

    package func state(ofUser user: UInt32) -> BiometryState {
        guard let name = UserEntry(of: user)?.name, let bus = SystemBus(description: description),
            let path = Self.reader(on: bus)
        else { return .unavailable }
        let state = Self.enrolled(name, on: bus, at: path)
        guard case .enrolled = state, failures.withLock({ $0[user] ?? 0 }) >= Self.mostFailures else { return state }
        return .lockedOut
    }

    package func endLockout(ofUser user: UInt32) { failures.withLock { $0[user] = nil } }

    package func verify(ofUser user: UInt32, while isWanted: () -> Bool) -> FingerOutcome {
        guard failures.withLock({ $0[user] ?? 0 }) < Self.mostFailures else { return .notMatched }
        guard let name = UserEntry(of: user)?.name, let bus = SystemBus(description: description),
            let path = Self.reader(on: bus)
        else { return .unavailable }
        guard Self.claim(path, for: name, on: bus, while: isWanted) else { return isWanted() ? .unavailable : .ended }
        defer { Self.end("Release", on: bus, at: path) }
        // Signals are wanted from now on only: what came before was for whoever had the reader before. And while it is
        // claimed nobody enrolls another finger.
        guard
            bus.subscribe(
                to: "type='signal',sender='\(Self.name)',interface='\(Self.device)',member='VerifyStatus'"),
            bus.subscribe(
                to: "type='signal',sender='\(SystemBus.name)',interface='\(SystemBus.name)',"
                    + "member='NameOwnerChanged',arg0='\(Self.name)'"),
            let owner = bus.owner(of: Self.name), case .enrolled(let set) = Self.enrolled(name, on: bus, at: path)
        else { return .unavailable }
        for _ in 0..<Self.mostTries {
            guard case .reply = bus.ask(Self.name, path, Self.device, "VerifyStart", ["any"], starting: true) else {
                return .unavailable
            }
            let result = Self.wait(on: bus, at: path, from: owner, while: isWanted)
            Self.end("VerifyStop", on: bus, at: path)
            switch result {
            case .match:
                endLockout(ofUser: user)
                return .matched(set)
            case .noMatch:
                let count = failures.withLock { failures in
                    if failures.count >= Self.mostUsers { failures = [:] }
                    failures[user, default: 0] += 1
                    return failures[user] ?? 0
                }
                if count >= Self.mostFailures { return .notMatched }
            case .ended: return .ended
            case .broken: return .unavailable
            }
        }
        return .notMatched
    }

    private enum Result { case match, noMatch, ended, broken }

    /// Waits for the result of one finger. Advice to put it down once more ends nothing.
    private static func wait(
        on bus: borrowing SystemBus, at path: String, from owner: String, while isWanted: () -> Bool
    ) -> Result {
        while isWanted() {
            switch bus.next(within: lookTime) {
            case .gone: return .broken
            case .nothing: continue
            case .message(let message):
                // The service has gone, and a new one knows nothing of this wait.
                if message.isSignal("NameOwnerChanged", of: SystemBus.name), message.sender == SystemBus.name {
                    return .broken
                }
                // The bus lets others send signals to this process, too.
                guard message.isSignal("VerifyStatus", of: device), message.sender == owner, message.path == path,
                    let status = message.readText(), let isDone = message.readFlag()
                else { continue }
                switch status {
                case "verify-match": return .match
                case "verify-no-match": return .noMatch
                default: if isDone { return .broken }
                }
            }
        }
        return .ended
    }

    private static func reader(on bus: borrowing SystemBus) -> String? {
        switch bus.ask(name, "/net/reactivated/Fprint/Manager", manager, "GetDefaultDevice", [], starting: true) {
        case .reply(let message): return message.readPath()
        case .error: return nil
        }
    }

    /// Waits for others that have the reader.
    private static func claim(
        _ path: String, for user: String, on bus: borrowing SystemBus, while isWanted: () -> Bool
    ) -> Bool {
        while isWanted() {
            switch bus.ask(name, path, device, "Claim", [user], starting: true) {
            case .reply: return true
            case .error(let error): guard error == inUse else { return false }
            }
            usleep(UInt32(lookTime))
        }
        return false
    }

    /// A service that has gone has nothing to end, and is not started for it.
    private static func end(_ member: String, on bus: borrowing SystemBus, at path: String) {
        _ = bus.ask(name, path, device, member, [], starting: false)
    }

    private static func enrolled(_ user: String, on bus: borrowing SystemBus, at path: String) -> BiometryState {
        switch bus.ask(name, path, device, "ListEnrolledFingers", [user], starting: true) {
        case .error(let error): return error == noFingers ? .notEnrolled : .unavailable
        case .reply(let message):
            guard message.enter("a", "s") else { return .notEnrolled }
            var fingers: [String] = []
            while fingers.count < 64, let finger = message.readText() { fingers.append(finger) }
            guard !fingers.isEmpty else { return .notEnrolled }
            let text = path + "\u{0}" + fingers.sorted().joined(separator: "\u{0}")
            return .enrolled(Array(SHA256.hash(data: Array(text.utf8))))
        }
    }
}
