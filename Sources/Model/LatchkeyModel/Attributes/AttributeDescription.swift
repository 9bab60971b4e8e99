// One row of the table that describes every attribute: parser, schema, digests, defaults and results read it.
// SPDX-License-Identifier: Apache-2.0

/// What the keychain knows about one attribute of one class (reference 2.0 to 2.6).
package struct AttributeDescription: Hashable, Sendable {
    package let attribute: Attribute
    package let kind: AttributeKind
    package let storage: Storage
    package let traits: Traits
    private let fallback: Default

    package init(
        _ attribute: Attribute, _ kind: AttributeKind, _ storage: Storage = .digest, _ traits: Traits = [],
        default fallback: Default = .none
    ) {
        self.attribute = attribute
        self.kind = kind
        self.storage = storage
        self.traits = traits
        self.fallback = fallback
    }

    /// What the store writes when the caller gives nothing; nil if the attribute is then absent.
    package var defaultValue: AttributeValue? {
        switch fallback {
        case .none: nil
        case .emptyText: .string("")
        case .emptyData: .data([])
        case .number(let number): .number(number)
        case .date(let seconds): .date(seconds)
        }
    }

    /// A default value, without a reference to anything: descriptions are copied several times in every call.
    package enum Default: Hashable, Sendable {
        case none, emptyText, emptyData
        case number(Int64)
        case date(Double)
    }

    /// Where the value lies. Every attribute but a `secret` one is in the sealed metadata too.
    package enum Storage: Hashable, Sendable {
        /// The column holds the value, because policy needs it before a key is there.
        case clear
        /// The column holds a keyed digest.
        case digest
        /// No column; in the sealed metadata only.
        case metadata
        /// No column; in the sealed secret, returned with the data only.
        case secret
    }

    package struct Traits: OptionSet, Hashable, Sendable {
        package let rawValue: UInt16
        package init(rawValue: UInt16) { self.rawValue = rawValue }

        /// Member of the UNIQUE constraint.
        package static let primaryKey = Traits(rawValue: 1 << 0)
        /// Has an index of its own.
        package static let indexed = Traits(rawValue: 1 << 1)
        /// Left out of the attributes that an add returns.
        package static let hiddenInAdd = Traits(rawValue: 1 << 2)
        /// Never returned.
        package static let hidden = Traits(rawValue: 1 << 3)
        /// Kept by the store; what a caller gives in an add or update is ignored.
        package static let ignoredFromCaller = Traits(rawValue: 1 << 4)
        /// Needs an entitlement that no program has here: an add, query or update is refused with -34018.
        package static let entitled = Traits(rawValue: 1 << 5)
        /// Left out of the item digest `sha1`.
        package static let notInDigest = Traits(rawValue: 1 << 6)
        /// The digest in its column begins with that of the folded text.
        package static let folded = Traits(rawValue: 1 << 7)
        /// Refused with -50 among the attributes of an update.
        package static let fixed = Traits(rawValue: 1 << 8)
    }
}
