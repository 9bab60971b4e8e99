// The words of a question, from what the daemon knows.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyModel
import LatchkeyService

extension PermissionQuestion {
    /// - Parameter owner: gives the program that was last known by a group.
    init(
        _ need: PermissionNeed, of peer: PeerProcess, _ known: RequestHandler.Known,
        owner: (AccessGroup) -> IdentityReport?
    ) {
        let isTool = known.identity.origin == .tool
        let attributes = need.items.first?.attributes ?? [:]
        let group: AccessGroup =
            if case .string(let name)? = attributes[.accessGroup] { AccessGroup(rawValue: name) } else {
                AccessGroup(rawValue: "")
            }
        let itemClass = need.items.first?.reference.itemClass ?? .genericPassword
        let file = need.keychain.split(separator: "/").last.map(String.init) ?? ""
        let suffix = ".keychain-db"
        self.init(
            number: 0, requester: IdentityReport(peer, known.executable, known.identity),
            startedBy: isTool ? peer.pathOfParent : "", ownerGroup: group, owner: owner(group),
            item: Subject(itemClass, named: attributes),
            itemCount: UInt32(clamping: need.items.count),
            keychain: file.hasSuffix(suffix) ? String(file.dropLast(suffix.count)) : file,
            needsPassword: need.hasPassword,
            // Whoever starts a tool would be permitted with it, and whoever replaces a program.
            offersAlways: !isTool
                && !(known.identity.origin == .path && known.executable.isReplaceable(by: peer.userID)),
            secondsLeft: 0)
    }
}
