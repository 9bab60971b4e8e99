// What a caller asks for. Input only: the decision and the outcome are other types.
// SPDX-License-Identifier: Apache-2.0

/// A search over one item class. Every attribute in ``matching`` must be equal. Its description names the class only.
package struct ItemQuery: Equatable, Sendable {
    package var itemClass: ItemClass
    /// The attributes that must be equal, each converted to the kind of its column.
    package var matching: AttributeValues = [:]
    package var persistentReference: PersistentReference?
    package var synchronizable: SynchronizableFilter = .localOnly
    /// The group the caller named, or nil for all its own.
    package var accessGroup: AccessGroup?
    /// True if the dictionary named `tomb`: then tombstones are visible.
    package var includesTombstones = false
    /// True for `kSecMatchCaseInsensitive`: all text is compared without regard to case.
    package var ignoresCase = false
    /// True for `kSecMatchDiacriticInsensitive`: all text is compared without regard to accents.
    package var ignoresDiacritics = false
    /// True for `kSecMatchWidthInsensitive`: wide and narrow forms of a character are the same in all text.
    package var ignoresWidth = false
    private var conditions: Boxed<CertificateConditions>?
    /// The only items to look at, or nil for all.
    package var itemList: [ItemListEntry]?
    /// For internet passwords: the server equals this host or ends with "." and this host.
    package var hostOrSubdomain: String?
    package var limit: MatchLimit = .one
    package var returning: ReturnOptions = []
    package var authentication = Authentication()
    /// `kSecUseTombstones`: overrides whether a delete leaves a tombstone.
    package var leavesTombstones: Bool?

    package init(itemClass: ItemClass) { self.itemClass = itemClass }

    /// What a certificate must say beyond its attributes.
    package var certificateConditions: CertificateConditions {
        get { conditions?.value ?? CertificateConditions() }
        set { conditions = newValue == CertificateConditions() ? nil : Boxed(newValue) }
    }

    /// True if the bytes of a certificate or its issuers are looked into.
    package var hasCertificateConditions: Bool { conditions.map { !$0.value.isEmpty } ?? false }
    /// True if the certificates that issued it are looked for.
    package var followsIssuers: Bool { conditions?.value.followIssuers ?? false }

    /// Whether secrets are opened: for the data, for an object that is made of it, and to look into certificates.
    package var opensSecrets: Bool {
        returning.contains(.data) || hasCertificateConditions
            || returning.contains(.reference) && (itemClass == .certificate || itemClass == .key)
    }

    /// Whether the call gives a secret away. What a certificate says is none.
    package var wantsSecret: Bool {
        switch itemClass {
        case .certificate: false
        case .key: returning.contains(.data) || returning.contains(.reference)
        default: returning.contains(.data)
        }
    }

    /// False if the list of items leaves out this one. True also if only the opened item could tell.
    package func mayList(_ reference: PersistentReference) -> Bool {
        guard let itemList else { return true }
        return itemList.contains { entry in
            if case .reference(let listed) = entry { listed == reference } else { true }
        }
    }

    /// True if text is equal that has not the same bytes.
    package var foldsText: Bool { ignoresCase || ignoresDiacritics || ignoresWidth }
}

extension ItemQuery: CustomStringConvertible, CustomReflectable {
    package var description: String { "<query of \(itemClass.rawValue) items>" }
    package var customMirror: Mirror { Mirror(self, children: [:]) }
}

/// Which values of `kSecAttrSynchronizable` a search sees (reference 3.8).
package enum SynchronizableFilter: Hashable, Sendable {
    case localOnly, synchronizableOnly, any
}

/// How many items a search returns (reference 3.2.11, 3.2.12).
package enum MatchLimit: Hashable, Sendable {
    /// The bare result, not an array.
    case one
    case all
    /// An array of at most this many.
    case atMost(Int)

    /// The largest number of items that are looked at.
    package var count: Int {
        switch self {
        case .one: 1
        case .all: .max
        case .atMost(let count): count
        }
    }
}

/// What of an item goes back to the caller.
package struct ReturnOptions: OptionSet, Hashable, Sendable {
    package let rawValue: UInt8
    package init(rawValue: UInt8) { self.rawValue = rawValue }
    /// The standard library's own goes through generic sequences, for every query anew.
    package init(arrayLiteral options: ReturnOptions...) { rawValue = options.reduce(0) { $0 | $1.rawValue } }

    package static let data = ReturnOptions(rawValue: 1 << 0)
    package static let attributes = ReturnOptions(rawValue: 1 << 1)
    package static let reference = ReturnOptions(rawValue: 1 << 2)
    package static let persistentReference = ReturnOptions(rawValue: 1 << 3)
}
