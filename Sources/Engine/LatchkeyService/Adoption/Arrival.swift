// What may be taken in of an item of another keychain.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyModel
import LatchkeyPlatform

/// An item that comes from a file which any program of its user could write: what it says is checked as if it came from
/// a program. Unless the user has permitted it, it is in every respect what a command could add now.
struct Arrival {
    let insertion: Insertion
    /// What is kept beyond what a command could say; empty without the user's permission.
    private let kept: AttributeValues

    struct Refusal: Error {
        let outcome: AdoptionOutcome
    }

    /// What the store keeps for itself, and moves along if the user permits it.
    private static let ownAttributes: [Attribute] = [
        .creationDate, .modificationDate, .searchAttributes, .contentType,
    ]

    private init(_ insertion: Insertion, keeping kept: AttributeValues) {
        self.insertion = insertion
        self.kept = kept
    }

    /// - Parameter isPermitted: whether the user has said that it is taken in as it is.
    /// - Throws: `.missingEntitlement` if the command may not write to other programs' groups on this machine.
    static func of(
        _ moved: MovedItem, from caller: Caller, permitted isPermitted: Bool
    ) throws(KeychainError) -> Result<Arrival, Refusal> {
        guard moved.isSound else { return .failure(Refusal(outcome: .refused)) }
        let isBound = moved.accessControl.enrolledSet != nil
        guard isPermitted || !(moved.isOfSecretService || isBound) else {
            return .failure(Refusal(outcome: .needsPassword))
        }
        var addition = ItemAddition(itemClass: moved.reference.itemClass)
        addition.attributes = moved.attributes.filter { moved.isCallers($0.key) }
        addition.attributes[.accessible] = nil
        addition.accessControl = moved.accessControl
        addition.secret = moved.secret
        do throws(KeychainError) {
            let insertion = try Insertion(addition, from: caller, permitted: isPermitted)
            let kept = isPermitted ? moved.attributes.filter { ownAttributes.contains($0.key) } : [:]
            return .success(Arrival(insertion, keeping: kept))
        } catch {
            guard error.code != .missingEntitlement else {
                throw KeychainError(
                    .missingEntitlement, during: "taking in the items of other programs",
                    hint: "the commands do not reach what other programs store here; see the log of the daemon")
            }
            let isForUser = error.code == .interactionNotAllowed
            return .failure(Refusal(outcome: isForUser ? .needsPassword : .refused))
        }
    }

    /// The item with its defaults.
    /// - Parameter latest: the last change that it may tell of.
    func item(_ identifier: RowIdentifier, now: Double, latest: Double) -> Item {
        var item = insertion.item(identifier, now: now)
        for (attribute, value) in kept {
            // No date of the future, which would win over every later change.
            if case .date(let seconds) = value {
                item.attributes[attribute] = .date(min(seconds, attribute == .modificationDate ? latest : now))
            } else {
                item.attributes[attribute] = value
            }
        }
        return item
    }
}

extension MovedItem {
    /// Whether it is of the Secret Service, by one of the attributes that no other item has.
    var isOfSecretService: Bool { attributes.contains(.searchAttributes) || attributes.contains(.contentType) }

    /// Seconds since 2001-01-01 UTC.
    var modificationDate: Double {
        if case .date(let seconds)? = attributes[.modificationDate] { seconds } else { 0 }
    }

    /// Whether a caller may say this attribute of an item.
    func isCallers(_ attribute: Attribute) -> Bool {
        guard let description = reference.itemClass.description(of: attribute) else { return false }
        return !description.traits.contains(.ignoredFromCaller)
    }

    /// Whether a keychain could keep it: no attribute of another class or that nobody may give, a group that can be
    /// written, and what the store itself wrote.
    var isSound: Bool {
        for (attribute, value) in attributes {
            guard let description = reference.itemClass.description(of: attribute),
                !description.traits.contains(.entitled) || value.isEmpty, description.storage != .secret,
                (try? value.converted(to: description.kind)) == value
            else { return false }
            if case .date(let seconds) = value, !seconds.isFinite { return false }
        }
        guard case .string(let group)? = attributes[.accessGroup], !group.isEmpty,
            attributes[.tombstone] ?? .number(0) == .number(0), attributes[.multiUser]?.isEmpty ?? true,
            [nil, .number(0), .number(1)].contains(attributes[.synchronizable]),
            !accessControl.needsApplicationPassword,
            accessControl.isForCurrentFingers == (accessControl.enrolledSet != nil)
        else { return false }
        let accessGroup = AccessGroup(rawValue: group)
        guard accessGroup != .all, accessGroup != .token else { return false }
        return !isOfSecretService || isSoundOfSecretService(in: accessGroup)
    }

    private func isSoundOfSecretService(in group: AccessGroup) -> Bool {
        guard case .data(let searched)? = attributes[.searchAttributes], SearchAttributes(decoding: searched) != nil,
            case .string? = attributes[.contentType]
        else { return false }
        return reference.itemClass == .genericPassword && group.isOfBus && attributes[.synchronizable] != .number(1)
    }
}
