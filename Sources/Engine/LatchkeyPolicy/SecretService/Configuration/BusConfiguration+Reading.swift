// What the files of the configuration say.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyModel
import LatchkeyPlatform

extension BusConfiguration {
    /// The best known programs that run what others give them. What is known to be an interpreter is a pool besides,
    /// whatever the files say.
    package static var builtIn: BusConfiguration {
        var configuration = BusConfiguration()
        let pools: [(String, [String])] = [
            ("secret-tool", ["secret-tool"]), ("lssecrets", ["lssecrets"]), ("busctl", ["busctl"]),
            ("gdbus", ["gdbus"]), ("dbus-send", ["dbus-send"]), ("qdbus", ["qdbus", "qdbus-*", "qdbus6", "qdbus-qt*"]),
            ("python", ["python", "python[0-9]*", "python2*", "python3*", "pypy*"]),
            ("node", ["node", "nodejs"]), ("electron", ["electron", "electron[0-9]*"]),
            ("bash", ["bash", "rbash"]), ("sh", ["sh", "dash", "ash", "busybox"]),
        ]
        configuration.pools = pools.map { name, files in
            var pool = List(name)
            pool.fileNames = files.map(PathPattern.init)
            return pool
        }
        return configuration
    }

    /// Takes what a file of the system says; a list takes the place of one of the same kind and name.
    /// - Parameter isShipped: false for the file of the administrator, who alone says what concerns all lists.
    /// - Throws: the first problem; then nothing has changed.
    package mutating func read(ofSystem bytes: [UInt8], isShipped: Bool) throws(TomlProblem) {
        var result = self
        for table in try TomlReader.tables(of: bytes) {
            if table.name.isEmpty {
                for entry in table.entries {
                    switch (entry.key, isShipped) {
                    case ("mode", false): result.mode = try entry.mode()
                    case ("user-may-widen", false): result.userMayWiden = try entry.flag()
                    default: throw TomlProblem(line: entry.line, reason: "the key is not known here")
                    }
                }
            } else {
                try result.take(table)
            }
        }
        self = result
    }

    /// Takes what the user's own file says, which any program of the user may have written: it makes nothing wider that
    /// is not the user's to replace anyhow.
    /// - Throws: the first problem; then nothing has changed.
    package mutating func read(ofUser bytes: [UInt8]) throws(TomlProblem) {
        var result = self
        for table in try TomlReader.tables(of: bytes) {
            if table.name.isEmpty {
                for entry in table.entries { try result.takeUsers(entry) }
            } else if table.name == "share" {
                let list = try List(table, keys: ["programs"])
                guard !result.shares.contains(where: { $0.name.hasSameBytes(as: list.name) }) else {
                    throw TomlProblem(line: table.line, reason: "the name is there twice")
                }
                result.shares.append(list)
            } else {
                guard userMayWiden else {
                    throw TomlProblem(line: table.line, reason: "only root's file may say this")
                }
                try result.take(table)
            }
        }
        self = result
    }

    private mutating func takeUsers(_ entry: TomlEntry) throws(TomlProblem) {
        switch entry.key {
        case "mode":
            let wanted = try entry.mode()
            guard userMayWiden || wanted <= mode else {
                throw TomlProblem(line: entry.line, reason: "only root's file may make the mode wider")
            }
            mode = wanted
        case "without":
            for name in try entry.strings() {
                for path in [\BusConfiguration.families, \.schemas, \.managers] {
                    for index in self[keyPath: path].indices
                    where self[keyPath: path][index].name.hasSameBytes(as: name) {
                        self[keyPath: path][index].isDropped = true
                    }
                }
            }
        default: throw TomlProblem(line: entry.line, reason: "the key is not known here")
        }
    }

    private mutating func take(_ table: TomlTable) throws(TomlProblem) {
        switch table.name {
        case "family": try take(List(table, keys: ["programs"]), into: \.families)
        case "schema": try take(List(table, keys: ["programs", "schemas"]), into: \.schemas)
        case "pool": try take(List(table, keys: ["programs", "names"]), into: \.pools)
        case "manager": try take(List(table, keys: ["programs"]), into: \.managers)
        default: throw TomlProblem(line: table.line, reason: "the table is not known here")
        }
    }

    private mutating func take(_ list: List, into lists: WritableKeyPath<BusConfiguration, [List]>) {
        let index = self[keyPath: lists].firstIndex { $0.name.hasSameBytes(as: list.name) }
        if let index {
            self[keyPath: lists][index] = list
        } else {
            self[keyPath: lists].append(list)
        }
    }
}

extension BusConfiguration.List {
    fileprivate init(_ table: TomlTable, keys: Set<String>) throws(TomlProblem) {
        guard table.isElement else { throw TomlProblem(line: table.line, reason: "the table needs two brackets") }
        var name: String?
        var lists: [String: [PathPattern]] = [:]
        for entry in table.entries {
            if entry.key == "name" {
                name = try entry.name()
            } else if keys.contains(entry.key) {
                let patterns = try entry.strings().map(PathPattern.init)
                let isSound = patterns.allSatisfy {
                    switch entry.key {
                    case "programs": $0.isAbsolute
                    case "names": $0.isFileName
                    default: !$0.bytes.isEmpty && $0.bytes.first != UInt8(ascii: "*")
                    }
                }
                guard isSound else {
                    throw TomlProblem(line: entry.line, reason: "a program, name or schema is not one")
                }
                lists[entry.key] = patterns
            } else {
                throw TomlProblem(line: entry.line, reason: "the key is not known here")
            }
        }
        guard let name else { throw TomlProblem(line: table.line, reason: "the table has no name") }
        self.init(name)
        programs = lists["programs"] ?? []
        fileNames = lists["names"] ?? []
        schemas = lists["schemas"] ?? []
    }
}

extension TomlEntry {
    fileprivate func mode() throws(TomlProblem) -> BusMode {
        guard case .string(let text) = value, let mode = BusMode(rawValue: text) else {
            throw TomlProblem(line: line, reason: "the mode is not enforce, observe or compat")
        }
        return mode
    }

    fileprivate func flag() throws(TomlProblem) -> Bool {
        guard case .flag(let flag) = value else {
            throw TomlProblem(line: line, reason: "the value is not true or false")
        }
        return flag
    }

    fileprivate func strings() throws(TomlProblem) -> [String] {
        guard case .strings(let strings) = value else {
            throw TomlProblem(line: line, reason: "the value is not an array of strings")
        }
        return strings
    }

    /// It becomes a part of the names of groups.
    fileprivate func name() throws(TomlProblem) -> String {
        let isSound: (UInt8) -> Bool = { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"): true
            default: false
            }
        }
        guard case .string(let name) = value, (1...64).contains(name.utf8.count), name.utf8.allSatisfy(isSound) else {
            throw TomlProblem(line: line, reason: "a name is not of small letters, digits and `-`")
        }
        return name
    }
}
