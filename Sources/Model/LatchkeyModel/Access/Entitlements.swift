// The entitlements of a program that the keychain reads, from their property list.
// SPDX-License-Identifier: Apache-2.0

/// The entitlements that name access groups, in the order of reference 3.12.1.
package struct Entitlements: Hashable, Sendable {
    private let keychainAccessGroups: [String]
    private let associatedIdentifiers: [String]
    private let applicationIdentifier: String?
    private let applicationGroups: [String]
    private let denied: Bool
    /// The program writes code and runs it (`com.apple.security.cs.allow-jit`, `allow-unsigned-executable-memory`).
    package let mayGenerateCode: Bool
    /// The program loads libraries of others (`com.apple.security.cs.disable-library-validation`).
    package let mayLoadForeignLibraries: Bool

    /// Whoever starts the program may add libraries to it (`com.apple.security.cs.allow-dyld-environment-variables`).
    package let takesLibrariesOfCaller: Bool

    /// Debuggers may look into the program (`com.apple.security.get-task-allow`), and so whoever is its user. It has
    /// one group, its own for debugging, and no item of what is shipped.
    package let isDebuggable: Bool

    /// A program without any entitlement.
    package static let none = Entitlements(
        Contents(
            keychainAccessGroups: nil, associatedIdentifiers: nil, applicationIdentifier: nil,
            legacyApplicationIdentifier: nil, applicationGroups: nil, denied: nil, allowsJIT: nil,
            allowsExecutableMemory: nil, disablesLibraryValidation: nil, allowsLoaderVariables: nil,
            allowsDebuggers: nil))

    /// Nil for what is no property list, and if an entitlement has another type than it must have: a broken entitlement
    /// never widens access. Other keys are left to whom they concern.
    /// - Parameter isOwn: as for ``PropertyListText``.
    package init?(propertyList: [UInt8], isOwn: Bool = false) {
        guard let contents = PropertyListText(propertyList, isOwn: isOwn)?.decoded(as: Contents.self) else {
            return nil
        }
        self.init(contents)
    }

    private init(_ contents: Contents) {
        keychainAccessGroups = contents.keychainAccessGroups ?? []
        associatedIdentifiers = contents.associatedIdentifiers?.values ?? []
        applicationIdentifier = contents.applicationIdentifier ?? contents.legacyApplicationIdentifier
        applicationGroups = contents.applicationGroups ?? []
        denied = contents.denied ?? false
        mayGenerateCode = contents.allowsJIT ?? false || contents.allowsExecutableMemory ?? false
        mayLoadForeignLibraries = contents.disablesLibraryValidation ?? false
        takesLibrariesOfCaller = contents.allowsLoaderVariables ?? false
        isDebuggable = contents.allowsDebuggers ?? false
    }

    /// The application identifier, or nil if the entitlements give none.
    package var identifier: String? {
        applicationIdentifier == AccessGroup.all.rawValue ? nil : applicationIdentifier
    }

    /// Without repetitions, the token group last. `*` is for the keychain's own tools and dropped here. None if the
    /// program denies itself the keychain.
    package var accessGroups: [AccessGroup] { accessGroups(ofProgramNamed: nil) }

    /// What no group ends in that a program without this entitlement has.
    package static let debuggingSuffix = ".debug"

    /// The groups of a program whose signature names it.
    /// - Parameter name: stands for the application identifier where the entitlements have none.
    package func accessGroups(ofProgramNamed name: String?) -> [AccessGroup] {
        guard !denied else { return [] }
        // In the program itself nobody is kept out: there it has the groups that it will have.
        if isDebuggable, let name { return [AccessGroup(rawValue: (identifier ?? name) + Self.debuggingSuffix)] }
        var groups: [AccessGroup] = []
        let names =
            keychainAccessGroups + associatedIdentifiers + ((applicationIdentifier ?? name).map { [$0] } ?? [])
            + applicationGroups
        for group in names.map(AccessGroup.init(rawValue:)) where group != .all && !groups.contains(group) {
            groups.append(group)
        }
        guard groups.contains(.token) else { return groups }
        return groups.filter { $0 != .token } + [.token]
    }
}

/// The property list as it is written.
private struct Contents: Decodable {
    let keychainAccessGroups: [String]?
    let associatedIdentifiers: OneOrMore?
    let applicationIdentifier: String?
    let legacyApplicationIdentifier: String?
    let applicationGroups: [String]?
    /// Anything but a boolean does not parse, and so gives no group either.
    let denied: Bool?
    let allowsJIT: Bool?
    let allowsExecutableMemory: Bool?
    let disablesLibraryValidation: Bool?
    let allowsLoaderVariables: Bool?
    let allowsDebuggers: Bool?

    enum CodingKeys: String, CodingKey {
        case keychainAccessGroups = "keychain-access-groups"
        case associatedIdentifiers = "com.apple.developer.associated-application-identifier"
        case applicationIdentifier = "application-identifier"
        case legacyApplicationIdentifier = "com.apple.application-identifier"
        case applicationGroups = "com.apple.security.application-groups"
        case denied = "com.apple.private.keychain.deny"
        case allowsJIT = "com.apple.security.cs.allow-jit"
        case allowsExecutableMemory = "com.apple.security.cs.allow-unsigned-executable-memory"
        case disablesLibraryValidation = "com.apple.security.cs.disable-library-validation"
        case allowsLoaderVariables = "com.apple.security.cs.allow-dyld-environment-variables"
        case allowsDebuggers = "com.apple.security.get-task-allow"
    }

    struct OneOrMore: Decodable {
        let values: [String]

        init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            if let one = try? container.decode(String.self) {
                values = [one]
            } else {
                values = try container.decode([String].self)
            }
        }
    }
}
