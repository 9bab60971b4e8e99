// The collections of one user, by name, and the names that lead to them.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyPlatform

/// One collection. Its store is made anew if its keychain is: names are kept, stores are not.
struct OpenCollection {
    let name: KeychainName
    let store: any CollectionStore

    var path: String { CollectionName.collection(name).path }
}

final class CollectionTable {
    private let home: any ServiceHome
    private let session: MemoryCollection
    private var stores: [KeychainName: any CollectionStore] = [:]
    /// In the order of ``names``; what clients have been told.
    private(set) var names: [KeychainName] = []
    /// Of collections that were deleted: a path names one object for as long as the service runs.
    private var retired: Set<KeychainName> = []
    /// Of keychains that are being made.
    private var promised: Set<KeychainName> = []
    private let alias: DefaultAlias?
    /// Nil as long as it could not be read.
    private var defaultName: KeychainName?
    /// Whether there are more than are shown.
    private var isCut = false
    /// Whether the keychains have been listed at least once.
    private(set) var isListed = false

    static let sessionName: KeychainName = "session"
    static let loginName: KeychainName = "login"
    static let defaultAlias = "default"
    /// Keychains that are shown.
    static let largestCount = 1000
    /// Keychains that a home has when programs can make no more: those of the user would not be found among them.
    static let largestCountForNew = 64

    init(_ home: any ServiceHome) {
        self.home = home
        session = MemoryCollection(label: Self.sessionName.text)
        alias = home.aliasFile.map { DefaultAlias(path: $0) }
        names = [Self.loginName, Self.sessionName]
        readDefault()
        if let current = currentNames() { (names, isListed) = (current, true) }
        checkDefault()
    }

    /// Looks which keychain is the default now: a command may have changed it. One that is not there stays the default
    /// until somebody deletes it or chooses another one. Its file may be damaged, or its home away: programs that were
    /// told that their items are gone would make others.
    private func checkDefault() {
        if let alias, case .name(let kept) = alias.read() { defaultName = kept }
        guard let name = defaultName, retired.contains(name) else { return }
        // What cannot be written is tried again.
        if let alias, (try? alias.write(Self.loginName)) == nil { return }
        defaultName = Self.loginName
    }

    private func readDefault() {
        switch alias?.read() {
        case nil, .missing?: defaultName = Self.loginName
        case .name(let name)?: defaultName = name
        case .unreadable?: break
        }
    }

    /// `login`, the others by name, and `session`; nil if that cannot be told.
    private func currentNames() -> [KeychainName]? {
        guard let all = home.keychainNames() else { return nil }
        let shown = all.filter(mayShow).sorted()
        isCut = shown.count > Self.largestCount
        var others = Array(shown.prefix(Self.largestCount))
        // However many there are, the default is among them.
        if let name = defaultName, mayShow(name), !others.contains(name), home.hasKeychain(named: name) == true {
            others = (others.dropLast(others.count == Self.largestCount ? 1 : 0) + [name]).sorted()
        }
        return [Self.loginName] + others + [Self.sessionName]
    }

    private func mayShow(_ name: KeychainName) -> Bool {
        name != Self.loginName && name != Self.sessionName && !retired.contains(name) && !name.text.isEmpty
            && name.text.utf8.count <= CollectionIdentifier.longestName
    }

    /// Looks which keychains there are now.
    /// - Returns: the names that are new, and those that are gone.
    func refresh() -> (added: [KeychainName], removed: [KeychainName]) {
        if defaultName == nil { readDefault() }
        // What cannot be listed now has not been deleted.
        guard let current = currentNames() else { return ([], []) }
        isListed = true
        guard current != names else {
            checkDefault()
            return ([], [])
        }
        let (old, new) = (Set(names), Set(current))
        let result = (current.filter { !old.contains($0) }, names.filter { !new.contains($0) })
        names = current
        checkDefault()
        for name in result.1 { stores[name] = nil }
        return result
    }

    /// The collection that an object path names, or nil.
    subscript(name: CollectionName) -> OpenCollection? {
        switch name {
        case .collection(let name): self[named: name]
        case .alias(let alias): (try? target(ofAlias: alias)).flatMap { self[named: $0] }
        }
    }

    /// Whether there is one, which perhaps cannot be opened.
    func contains(_ name: CollectionName) -> Bool {
        switch name {
        case .collection(let name):
            names.contains(name) || isCut && mayShow(name) && home.hasKeychain(named: name) != false
        case .alias(let alias): alias == Self.defaultAlias || (try? target(ofAlias: alias)) != nil
        }
    }

    subscript(named name: KeychainName) -> OpenCollection? {
        if let store = stores[name] { return OpenCollection(name: name, store: store) }
        guard names.contains(name) else { return nil }
        let store: any CollectionStore
        if name == Self.sessionName {
            store = session
        } else {
            guard let made = try? home.collection(named: name) else { return nil }
            store = made
        }
        stores[name] = store
        return OpenCollection(name: name, store: store)
    }

    /// Those that something has been asked of, in order.
    var opened: [OpenCollection] {
        names.compactMap { name in stores[name].map { OpenCollection(name: name, store: $0) } }
    }

    /// The name of the collection of an alias; nil for an alias that is none.
    /// - Throws: `.notAvailable` for `default` until the user's choice and the keychains could be read, and while the
    ///   keychain of the user's choice is not there.
    func target(ofAlias alias: String) throws(KeychainError) -> KeychainName? {
        switch alias {
        case Self.defaultAlias:
            guard let defaultName else { throw .defaultNotRead }
            guard names.contains(defaultName) else { throw isListed ? .defaultNotThere : .defaultNotRead }
            return defaultName
        case Self.loginName.text: return Self.loginName
        case Self.sessionName.text: return Self.sessionName
        default: return nil
        }
    }

    func setDefault(to name: KeychainName) throws(KeychainError) {
        try alias?.write(name)
        defaultName = name
    }

    /// Whether all keychains are listed that items may be in.
    var hasAll: Bool { isListed && !isCut && (try? target(ofAlias: Self.defaultAlias)) != nil }

    /// The default as it is kept, whether it is there or not; nil if that could not be read.
    var keptDefault: KeychainName? { defaultName }

    /// A name for a new keychain that nothing has, had or is to have.
    /// - Parameter mayBeLogin: whether it may be the one that is the default, if that has not been made.
    func freshName(for label: String, mayBeLogin: Bool = true) -> KeychainName {
        let name = freeName(for: label, mayBeLogin: mayBeLogin)
        promised.insert(name)
        return name
    }

    /// Nothing is made under that name.
    func giveBack(_ name: KeychainName) { promised.remove(name) }

    /// Whether another keychain can be made.
    var hasRoom: Bool {
        let known = Set(names).subtracting([Self.sessionName])
        return known.union(promised).count < Self.largestCountForNew
    }

    private func freeName(for label: String, mayBeLogin: Bool) -> KeychainName {
        // As long as it has no file, it is the one that is made.
        if mayBeLogin, Self.loginName == KeychainName(label), !promised.contains(Self.loginName),
            home.hasKeychain(named: Self.loginName) == false
        {
            return Self.loginName
        }
        var bytes: [UInt8] = []
        for scalar in label.unicodeScalars {
            let isKept =
                scalar.properties.isAlphabetic || scalar.properties.numericType != nil || scalar == " "
                || scalar == "-"
            let encoded = Array(String(isKept ? scalar : "-").utf8)
            guard bytes.count + encoded.count <= Self.longestFreshName else { break }
            bytes += encoded
        }
        let text = String(decoding: bytes, as: UTF8.self)
        let base = text.contains { $0 != " " && $0 != "-" } ? text : "keychain"
        // Whoever made the default one that is gone would have it be the default again.
        let taken = Set(names).union(retired).union(promised).union(defaultName.map { [$0] } ?? [])
        guard taken.contains(KeychainName(base)) else { return KeychainName(base) }
        var number = 2
        while taken.contains(KeychainName("\(base) \(number)")) { number += 1 }
        return KeychainName("\(base) \(number)")
    }

    /// Leaves room in the name of a file for what is put behind it.
    private static let longestFreshName = 100

    /// Counts a call that locks a keychain.
    /// - Parameter now: milliseconds of the monotonic clock.
    /// - Returns: false after too many.
    func countLock(of name: KeychainName, at now: UInt64) -> Bool { home.countLock(of: name, at: now) }

    /// The store of a keychain that is to be made.
    func unmade(named name: KeychainName) throws(KeychainError) -> any CollectionStore {
        try home.collection(named: name)
    }

    /// A keychain is gone for good.
    func retire(_ name: KeychainName) {
        stores[name] = nil
        if name != Self.loginName { retired.insert(name) }
        checkDefault()
    }
}

extension KeychainError {
    fileprivate static let defaultNotRead = KeychainError(
        .notAvailable, during: "finding the default keychain", hint: "the folder of the keychains cannot be read")
    fileprivate static let defaultNotThere = KeychainError(
        .notAvailable, during: "finding the default keychain",
        hint: "its file is not there; restore it, or make another keychain the default")
}
