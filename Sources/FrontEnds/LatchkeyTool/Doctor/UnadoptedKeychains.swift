// Keychains that programs do not see: in the home while a daemon is asked, and the other way round.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyClient
import LatchkeyTooling

enum UnadoptedKeychains {
    static func findings(_ configuration: ClientConfiguration) -> [Finding] {
        let paths = HomeKeychains(home: configuration.home).paths
        guard !paths.isEmpty else { return [] }
        return [
            Finding(
                "D17: keychains from before the daemon are in \(PrintableText.of(configuration.home)), and programs do not see them: \(names(paths)); run `latchkey adopt`"
            )
        ]
    }

    /// For a home without a daemon.
    static func movedAway(_ configuration: ClientConfiguration) -> [Finding] {
        let paths = configuration.movedAway
        guard !paths.isEmpty else { return [] }
        return [
            Finding(
                "D18: keychains of \(PrintableText.of(configuration.home)) have moved to the daemon, which is not asked, and programs do not see them: \(names(paths)); run `latchkey adopt --undo`"
            )
        ]
    }

    /// Files that are kept are no fault, and readable to every program of the user.
    static func advice(_ configuration: ClientConfiguration) -> [Finding] {
        HomeKeychains(home: configuration.home).kept.map {
            Finding(
                "the old file of an adopted keychain is kept: \(PrintableText.of($0.path)); any program of yours can read it, so delete it when you need nothing of it"
            )
        }
    }

    private static func names(_ paths: [String]) -> String {
        PrintableText.of(paths.map { $0.split(separator: "/").last.map(String.init) ?? $0 }.joined(separator: ", "))
    }
}
