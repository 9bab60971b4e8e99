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

    /// - Parameters:
    ///   - name: of the one keychain that is led back; nil for all of the home.
    ///   - newName: the one that it has with the daemon, if that is another.
    func run(only name: String?, as newName: String?) throws(ToolFailure) {
        let wanted = name.map { client.preferences.path(ofKeychainNamed: $0) }
        var (newest, older): ([HomeKeychains.Kept], [HomeKeychains.Kept]) = ([], [])
        for kept in wanted.map({ HomeKeychains.kept(of: $0) }) ?? home.kept {
            if newest.contains(where: { $0.original == kept.original }) {
                older.append(kept)
            } else {
                newest.append(kept)
            }
        }
        guard !newest.isEmpty else {
            throw .message("no file of an adopted keychain is kept \(wanted.map { "of \($0)" } ?? "in \(home.home)")")
        }
        let moving = try lifting { () throws(KeychainError) in try home.opened() }
        defer { moving.close() }
        for kept in newest {
            let file = try OwnFiles.resolved(kept.path)
            let original = KeptFile.original(of: file)
            let replaced = try lifting { () throws(KeychainError) in try moving.bringBack(original, from: file) }
            Console.output.writeLine("\(PrintableText.of(kept.original)) is back")
            if let replaced {
                Console.output.writeLine(
                    "a keychain was made in its place since, which is kept: \(PrintableText.of(replaced)); `security dump-keychain` with this path shows what is in it"
                )
            }
            for other in older where other.original == kept.original {
                Console.output.writeLine(
                    "an older file of it is kept as well: \(PrintableText.of(other.path)); `latchkey adopt --undo` again brings that one back, and keeps this one"
                )
            }
            sayWhatStays(of: kept, as: newName)
        }
        if client.configuration.socket != nil {
            Console.output.writeLine(
                "programs go on asking the daemon: LATCHKEY_SOCKET=none leads one program to the home, and `socket = none` in /etc/latchkey/client.conf all of them"
            )
        }
    }

    /// Without a daemon nobody can tell what it has.
    private func sayWhatStays(of kept: HomeKeychains.Kept, as newName: String?) {
        let named = newName.map { client.preferences.path(ofKeychainNamed: $0) } ?? kept.original
        let there = KeychainAddress.file(home.home + "/" + HomeKeychains.name(ofFileAt: named))
        guard client.configuration.socket != nil,
            let survey = try? client.survey(since: kept.time.map { $0 + 1 }, in: there)
        else {
            Console.output.writeLine(
                "what was stored with the daemon since is in /var/lib/latchkey, where root can copy it: see latchkey(1)"
            )
            return
        }
        Console.output.writeLine(
            "\(PrintableText.of(survey.path)) stays, with \(survey.itemCount) items; \(survey.changedCount) of them were stored or changed since, and are there alone"
        )
    }
}
