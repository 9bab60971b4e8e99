// What a path of the bus names.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyPlatform

/// Reads and writes the paths of reference section 1. That something has a path does not say that it is there.
enum ObjectPath: Hashable {
    case service
    case collection(CollectionName)
    case item(CollectionName, Int64)
    case session(Int)
    case prompt(ServicePrompt.Path)
    /// What lies above others and is nothing itself.
    case folder(Folder)

    enum Folder: String, CaseIterable {
        case root = "/"
        case org = "/org"
        case freedesktop = "/org/freedesktop"
        case collections = "/org/freedesktop/secrets/collection"
        case aliases = "/org/freedesktop/secrets/aliases"
        case sessions = "/org/freedesktop/secrets/session"
        case prompts = "/org/freedesktop/secrets/prompt"
    }

    static let root = "/org/freedesktop/secrets"
    /// The path of no object.
    static let none = "/"

    /// - Returns: nil for what can be the path of nothing here.
    init?(_ text: String) {
        guard text.utf8.starts(with: Self.root.utf8) else {
            guard let folder = Folder(rawValue: text) else { return nil }
            self = .folder(folder)
            return
        }
        let rest = text.utf8.dropFirst(Self.root.utf8.count)
        guard let slash = rest.first else {
            self = .service
            return
        }
        guard slash == UInt8(ascii: "/") else { return nil }
        let parts = rest.dropFirst().split(
            separator: UInt8(ascii: "/"), maxSplits: 3, omittingEmptySubsequences: false)
        if parts.count == 1 {
            guard let folder = Folder(rawValue: text) else { return nil }
            self = .folder(folder)
            return
        }
        guard parts.count == 2 || parts.count == 3 else { return nil }
        if let kind = Self.single(parts) {
            self = kind
            return
        }
        guard let collection = CollectionName(kind: parts[0], parts[1]) else { return nil }
        if parts.count == 2 {
            self = .collection(collection)
        } else {
            guard let number = Self.number(parts[2]) else { return nil }
            self = .item(collection, number)
        }
    }

    /// A session or a prompt.
    private static func single(_ parts: [Substring.UTF8View]) -> ObjectPath? {
        guard parts.count == 2, let letter = parts[1].first,
            let number = Self.number(parts[1].dropFirst()).flatMap({ Int(exactly: $0) })
        else { return nil }
        if parts[0].elementsEqual("session".utf8) { return letter == UInt8(ascii: "s") ? .session(number) : nil }
        guard parts[0].elementsEqual("prompt".utf8) else { return nil }
        if letter == UInt8(ascii: "p") { return .prompt(ServicePrompt.Path(number: number, unlocks: false)) }
        if letter == UInt8(ascii: "u") { return .prompt(ServicePrompt.Path(number: number, unlocks: true)) }
        return nil
    }

    /// A positive number as it is written here, without zeros in front.
    private static func number(_ digits: Substring.UTF8View) -> Int64? {
        guard let first = digits.first, first != UInt8(ascii: "0"), digits.count <= 19 else { return nil }
        var number: Int64 = 0
        for digit in digits {
            guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(digit) else { return nil }
            let (shifted, isTooLong) = number.multipliedReportingOverflow(by: 10)
            let (sum, isTooLarge) = shifted.addingReportingOverflow(Int64(digit - UInt8(ascii: "0")))
            guard !isTooLong, !isTooLarge else { return nil }
            number = sum
        }
        return number
    }

    var text: String {
        switch self {
        case .service: Self.root
        case .collection(let collection): collection.path
        case .item(let collection, let number): "\(collection.path)/\(number)"
        case .session(let number): "\(Folder.sessions.rawValue)/s\(number)"
        case .prompt(let prompt): prompt.text
        case .folder(let folder): folder.rawValue
        }
    }
}

/// How a path names a collection.
enum CollectionName: Hashable {
    /// A keychain of the home by its name, or ``session``.
    case collection(KeychainName)
    case alias(String)

    init?(kind: Substring.UTF8View, _ text: Substring.UTF8View) {
        if kind.elementsEqual("collection".utf8) {
            guard let name = CollectionIdentifier.name(of: text) else { return nil }
            self = .collection(KeychainName(name))
        } else if kind.elementsEqual("aliases".utf8), !text.isEmpty {
            self = .alias(String(Substring(text)))
        } else {
            return nil
        }
    }

    var path: String {
        switch self {
        case .collection(let name): "\(ObjectPath.Folder.collections.rawValue)/\(name.identifier)"
        case .alias(let name): "\(ObjectPath.Folder.aliases.rawValue)/\(name)"
        }
    }
}
