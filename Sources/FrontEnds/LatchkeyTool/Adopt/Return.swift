// The keychains of the home get their names back.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyClient
import LatchkeyComposition
import LatchkeyModel
import LatchkeyPlatform
import LatchkeyTooling

/// What the daemon has stays there: nobody but the user can say what of it is still wanted.
struct Return {
    private let client: KeychainClient
    private let home: HomeKeychains

    init(_ client: KeychainClient, _ home: HomeKeychains) {
        self.client = client
        self.home = home
    }

    func run(only name: String?) throws(ToolFailure) {
        let wanted = name.map { client.preferences.path(ofKeychainNamed: $0) }
        var newest: [HomeKeychains.Kept] = []
        for kept in home.kept where wanted == nil || kept.original == wanted || kept.path == wanted {
            if !newest.contains(where: { $0.original == kept.original }) { newest.append(kept) }
        }
        guard !newest.isEmpty else {
            throw .message("no file of an adopted keychain is kept in \(home.home)")
        }
        let moving = try lifting { () throws(KeychainError) in try home.opened() }
        defer { moving.close() }
        for kept in newest {
            let file = try OwnFiles.resolved(kept.path)
            let original = KeptFile.original(of: file)
            try lifting { () throws(KeychainError) in try moving.bringBack(original, from: file) }
            Console.output.writeLine("\(PrintableText.of(kept.original)) is back")
            sayWhatStays(of: kept)
        }
        if client.configuration.socket != nil {
            Console.output.writeLine(
                "programs go on asking the daemon: LATCHKEY_SOCKET=none leads one program to the home, and `socket = none` in /etc/latchkey/client.conf all of them"
            )
        }
    }

    /// Without a daemon nobody can tell what it has.
    private func sayWhatStays(of kept: HomeKeychains.Kept) {
        guard client.configuration.socket != nil,
            let survey = try? client.survey(since: kept.time.map { $0 + 1 }, in: .file(kept.original))
        else {
            Console.output.writeLine(
                "what was stored with the daemon since is in /var/lib/latchkey, where root can copy it: see latchkey(1)"
            )
            return
        }
        Console.output.writeLine(
            "\(survey.path) stays, with \(survey.itemCount) items; \(survey.changedCount) of them were stored or changed since, and are there alone"
        )
    }
}
