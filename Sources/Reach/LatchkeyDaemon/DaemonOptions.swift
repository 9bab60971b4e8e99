// The words of the command line.
// SPDX-License-Identifier: Apache-2.0

import Glibc

/// What `keychaind` was asked to be.
package struct DaemonOptions: Hashable, Sendable {
    package private(set) var isSystem = false
    package private(set) var socket = ""
    /// The home of keychains; in system mode the folder of all homes.
    package private(set) var home = ""
    /// False if `security` and `latchkey` are programs like others.
    package private(set) var hasTools = true
    /// True if interpreters are programs like others, with one identity for all their scripts.
    package private(set) var servesInterpreters = false
    /// True if identities count that every user can have a process pass for.
    package private(set) var takesWeakIdentity = false
    /// False if programs on session buses are not served.
    package private(set) var servesBuses = true

    package enum Refusal: Error, Hashable, Sendable {
        case help
        case usage(String)
        case missing(String)
    }

    private static let usage = """
        usage: keychaind --user [--socket PATH] [--home DIRECTORY] [--without-tools] [--with-interpreters]
                         [--without-secret-service]
               keychaind --system [--socket PATH] [--home DIRECTORY] [--without-tools] [--with-interpreters]
                         [--weak-identity] [--without-secret-service]
               keychaind --help

        """

    /// - Throws: `.usage` for words that are not understood, `.missing` if the environment does not tell what is
    ///   needed.
    package init(_ arguments: [String], environment: Environment) throws(Refusal) {
        var mode: Bool?
        var words = arguments[...]
        func value(of option: String) throws(Refusal) -> String {
            guard let value = words.popFirst(), value.hasPrefix("/") else {
                throw .usage("\(option) needs an absolute path")
            }
            return value
        }
        while let word = words.popFirst() {
            switch word {
            case "--help", "-h": throw .help
            case "--user" where mode != true: mode = false
            case "--system" where mode != false: mode = true
            case "--socket": socket = try value(of: word)
            case "--home": home = try value(of: word)
            case "--without-tools": hasTools = false
            case "--with-interpreters": servesInterpreters = true
            case "--weak-identity": takesWeakIdentity = true
            case "--without-secret-service": servesBuses = false
            default: throw .usage("\(word) is not understood here")
            }
        }
        guard let mode else { throw .usage("say --user or --system") }
        isSystem = mode
        if socket.isEmpty { socket = try Self.defaultSocket(isSystem: mode, environment) }
        if home.isEmpty { home = try Self.defaultHome(isSystem: mode, environment) }
    }

    private static func defaultSocket(isSystem: Bool, _ environment: Environment) throws(Refusal) -> String {
        if isSystem { return "/run/latchkey/keychaind.sock" }
        guard let runtime = environment["XDG_RUNTIME_DIR"], runtime.hasPrefix("/") else {
            throw .missing("XDG_RUNTIME_DIR is not set; name the socket with --socket")
        }
        return runtime + "/latchkey/keychaind.sock"
    }

    private static func defaultHome(isSystem: Bool, _ environment: Environment) throws(Refusal) -> String {
        if isSystem { return "/var/lib/latchkey" }
        if let home = environment["LATCHKEY_HOME"], home.hasPrefix("/") { return home }
        if let data = environment["XDG_DATA_HOME"], data.hasPrefix("/") { return data + "/latchkey" }
        guard let directory = environment["HOME"], directory.hasPrefix("/") else {
            throw .missing("HOME is not set; name the home of keychains with --home")
        }
        return directory + "/.local/share/latchkey"
    }

    package static func print(_ refusal: Refusal, to descriptor: CInt) {
        let text =
            switch refusal {
            case .help: usage
            case .usage(let problem): "keychaind: \(problem)\n\(usage)"
            case .missing(let problem): "keychaind: \(problem)\n"
            }
        var bytes = text
        bytes.withUTF8 { bytes in _ = unsafe Glibc.write(descriptor, bytes.baseAddress, bytes.count) }
    }
}
