// Decides which items are in a backup.
// SPDX-License-Identifier: Apache-2.0

package import LatchkeyModel

/// Whether an item is in a backup.
package enum BackupDecision: ~Copyable {
    case mayBackUp(MayReadSecret)
    case leftOut(BackupOmissions.Reason)
}

extension KeychainPolicy {
    /// Groups of which Apple's systems back nothing up.
    private static let groupsOfSystem: Set<AccessGroup> = [
        AccessGroup(rawValue: "com.apple.security.sos"), AccessGroup(rawValue: "lockdown-identities"),
    ]

    /// Groups whose items stay where they are when a backup takes the place of the others.
    package static let groupsThatStay: [AccessGroup] = [
        "com.apple.security.sos", "com.apple.security.sos-usercredential", "com.apple.security.ckks",
        "com.apple.security.egoIdentities", "com.apple.security.octagon", "lockdown-identities",
    ].map(AccessGroup.init(rawValue:))

    /// Whoever asks for a backup gets every item of the user that the rules of Apple's have in one, whatever group it
    /// is in: that the user wants it was proved before.
    package static func decideBackup(of item: Item) -> BackupDecision {
        if item.accessControl.protection == .akpu { return .leftOut(.passwordOnly) }
        if item.accessControl.isConstrained { return .leftOut(.constrained) }
        if item.has(.tokenID) { return .leftOut(.token) }
        if item.has(.systemBound) || item.has(.sharingGroup) { return .leftOut(.system) }
        if let group = item.accessGroup, groupsOfSystem.contains(group) { return .leftOut(.system) }
        return .mayBackUp(MayReadSecret(item.reference, for: .backUp))
    }
}

extension Item {
    /// Whether an attribute says something: it is not empty, and not 0.
    fileprivate func has(_ attribute: Attribute) -> Bool {
        guard let value = attributes[attribute] else { return false }
        return !value.isEmpty && value != .number(0)
    }
}
