// Fuzzes the small parsers of what other programs say to the Secret Service: the handover of a session bus, what
// prompters send, how a bus was started, and paths of objects.
// SPDX-License-Identifier: Apache-2.0

import FuzzSupport
import LatchkeyPlatform

@testable import LatchkeyDaemon
@testable import LatchkeyPresence
@testable import LatchkeySecretService

@main enum FuzzBusFiles {
    static func main() {
        unsafe fuzz { start, count in
            FuzzBusFiles.run(unsafe input(at: start, count: count))
            return 0
        }
    }

    /// The first byte chooses the parser.
    private static func run(_ bytes: [UInt8]) {
        guard let parser = bytes.first else { return }
        let rest = bytes[1...]
        switch parser {
        case 0: HandoverInput(rest).run()
        case 1: runExchange(rest)
        case 2: runArguments(rest)
        case 3: runPath(String(decoding: rest, as: UTF8.self))
        default: return
        }
    }

    /// Two texts, with a zero between them.
    private static func runExchange(_ bytes: ArraySlice<UInt8>) {
        let exponent = SecretBytes(copying: [5] as [UInt8])
        guard var exchange = try? SecretExchange(exponent: exponent) else {
            return check(false, "an exchange begins")
        }
        for part in bytes.split(separator: 0, maxSplits: 1) {
            let text = String(decoding: part, as: UTF8.self)
            let parsed = ExchangeText(text)
            if let parsed {
                let again = ExchangeText(ExchangeText(publicValue: parsed.publicValue).text)
                check(again?.publicValue == parsed.publicValue, "a number is written as it was read")
                check(text.utf8.count > parsed.publicValue.count, "nothing is longer than what says it")
            }
            guard let secret = try? exchange.receive(text) else { continue }
            let sealed = parsed?.sealed?.secret.count ?? 0
            check(secret.count < sealed && secret.count + 16 >= sealed, "a secret is as long as what was sealed")
        }
    }

    /// Words with a zero behind each; the first bit chooses the program.
    private static func runArguments(_ bytes: ArraySlice<UInt8>) {
        guard let first = bytes.first else { return }
        let words = bytes.dropFirst().split(separator: 0, omittingEmptySubsequences: false)
            .map { String(decoding: $0, as: UTF8.self) }
        let isDaemon = first & 1 == 0
        guard let arguments = BusArguments(words, being: isDaemon ? .daemon : .launcher) else { return }
        let files = words.count { $0 == "--config-file" || $0.utf8.starts(with: "--config-file=".utf8) }
        check(files <= 1, "a bus has one configuration")
        check((files == 1) == (arguments.configuration != nil), "a configuration that is named is known")
        guard let file = arguments.configuration else { return }
        check(words.contains { $0 == file || $0 == "--config-file=" + file }, "a configuration is what was said")
    }

    private static func runPath(_ text: String) {
        if let path = ObjectPath(text) {
            check(path.text.utf8.elementsEqual(text.utf8), "an object has one path")
        }
        let escaped = CollectionIdentifier.escaped(text)
        let isName = (1...CollectionIdentifier.longestName).contains(text.utf8.count)
        let name = CollectionIdentifier.name(of: Substring(escaped).utf8)
        check((name != nil) == isName, "every name has a path")
        check(name?.utf8.elementsEqual(text.utf8) ?? true, "a path leads to its name")
    }
}
