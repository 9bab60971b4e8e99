// The words of a question for a proof.
// SPDX-License-Identifier: Apache-2.0

package import LatchkeyModel

extension PermissionQuestion {
    /// - Parameter requester: the program that wants the proof.
    /// - Parameter starter: the path of the program that started it, where it is a command.
    package init(_ need: ProofNeed, from requester: IdentityReport, startedBy starter: String) {
        let attributes = need.items.first?.attributes ?? need.newItem?.attributes ?? [:]
        let itemClass = need.items.first?.reference.itemClass ?? need.newItem?.itemClass ?? .genericPassword
        let file = need.keychain.split(separator: "/").last.map(String.init) ?? ""
        let suffix = ".keychain-db"
        self.init(
            number: 0, requester: requester, startedBy: starter, ownerGroup: AccessGroup(rawValue: ""), owner: nil,
            item: Subject(itemClass, named: attributes),
            itemCount: UInt32(clamping: max(1, need.items.count)),
            keychain: file.hasSuffix(suffix) ? String(file.dropLast(suffix.count)) : file,
            needsPassword: !need.methods.isDisjoint(with: [.password, .applicationPassword]), offersAlways: false,
            secondsLeft: 0)
        var proof = Proof(
            methods: need.methods, reason: Self.beginning(of: need.authentication.reason),
            cancelTitle: Self.beginning(of: need.authentication.cancelTitle),
            isForItem: !need.items.isEmpty || need.newItem != nil)
        proof.wrongPasswords = UInt8(clamping: need.wrongPasswords)
        proof.isForNewItem = need.newItem != nil
        purpose = .proof(proof)
    }

    /// The beginning of a value, which is all that a dialog shows.
    package static func text(_ value: AttributeValue?) -> String {
        switch value {
        case .string(let text)?: beginning(of: text)
        case .data(let bytes)?: String(decoding: bytes.prefix(256), as: UTF8.self)
        case .number(let number)?: String(number)
        default: ""
        }
    }

    private static func beginning(of text: String) -> String {
        String(text.unicodeScalars.prefix(256).map(Character.init))
    }
}

extension PermissionQuestion.Subject {
    /// What a user knows an item by. A key that has no label goes by its application tag.
    package init(_ itemClass: ItemClass, named attributes: AttributeValues) {
        let text = PermissionQuestion.text
        let label = text(attributes[.label])
        self.init(
            itemClass: itemClass,
            label: label.isEmpty && itemClass == .key ? text(attributes[.applicationTag]) : label,
            account: text(attributes[.account]),
            service: text(attributes[itemClass == .internetPassword ? .server : .service]))
    }
}
