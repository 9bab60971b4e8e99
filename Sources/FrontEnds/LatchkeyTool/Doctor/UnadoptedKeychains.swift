// Keychains in the home that the daemon of the system keeps programs from seeing.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyClient
import LatchkeyTooling

enum UnadoptedKeychains {
    static func findings(_ configuration: ClientConfiguration) -> [Finding] {
        let paths = HomeKeychains(home: configuration.home).paths
        guard !paths.isEmpty else { return [] }
        return [
            Finding(
                "D17: keychains from before the daemon are in \(configuration.home), and programs do not see them: \(names(paths)); run `latchkey adopt`"
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
