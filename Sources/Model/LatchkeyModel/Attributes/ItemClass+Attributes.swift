// The declarative table of every attribute of every class (reference 2.2 to 2.6).
// SPDX-License-Identifier: Apache-2.0

extension ItemClass {
    /// The attributes of this class, in the order of the columns.
    package var attributes: [AttributeDescription] {
        switch self {
        case .genericPassword: Self.genericPasswordAttributes
        case .internetPassword: Self.internetPasswordAttributes
        case .certificate: Self.certificateAttributes
        case .key: Self.keyAttributes
        }
    }

    /// The description of `attribute`, or nil if this class does not have it.
    package func description(of attribute: Attribute) -> AttributeDescription? {
        position(of: attribute).map { attributes[$0] }
    }

    /// The place of `attribute` in ``attributes``, or nil if this class does not have it.
    package func position(of attribute: Attribute) -> Int? {
        // Walks along numbers, which lie closer together than descriptions.
        names.firstIndex(of: attribute.rawValue)
    }

    private var names: [UInt32] {
        switch self {
        case .genericPassword: Self.genericPasswordNames
        case .internetPassword: Self.internetPasswordNames
        case .certificate: Self.certificateNames
        case .key: Self.keyNames
        }
    }

    private static let genericPasswordNames = genericPasswordAttributes.map(\.attribute.rawValue)
    private static let internetPasswordNames = internetPasswordAttributes.map(\.attribute.rawValue)
    private static let certificateNames = certificateAttributes.map(\.attribute.rawValue)
    private static let keyNames = keyAttributes.map(\.attribute.rawValue)

    private static let empty = AttributeDescription.Default.emptyText
    private static let emptyData = AttributeDescription.Default.emptyData

    /// - Parameter label: what the label is beside a digest. Programs find passwords by account and service, and
    ///   certificates and keys by their label: an index costs a page of each item that is added.
    private static func commonAttributes(label: AttributeDescription.Traits = []) -> [AttributeDescription] {
        [
            .init(.accessGroup, .string, .clear, .primaryKey, default: empty),
            .init(.synchronizable, .flag, .clear, .primaryKey, default: .number(0)),
            .init(.syncViewHint, .string, .digest, .primaryKey),
            .init(.tokenID, .string, .digest, .primaryKey),
            .init(
                .multiUser, .uuid, .clear, [.primaryKey, .hiddenInAdd, .ignoredFromCaller, .notInDigest],
                default: emptyData
            ),
            .init(.sharingGroup, .string, .digest, [.primaryKey, .entitled, .fixed]),
            .init(.accessible, .accessible, .clear),
            .init(.creationDate, .date, .clear, .ignoredFromCaller),
            .init(.modificationDate, .date, .clear, .ignoredFromCaller),
            .init(.tombstone, .flag, .clear, [.hiddenInAdd, .ignoredFromCaller], default: .number(0)),
            .init(.label, .blob, .digest, label),
            .init(.accessControl, .accessControl, .metadata),
            .init(.uuid, .string, .digest, [.hidden, .ignoredFromCaller, .notInDigest]),
            .init(.sha1, .sha1, .digest, [.ignoredFromCaller, .notInDigest]),
            .init(.systemBound, .number, .digest, .entitled),
            .init(.pcsService, .number, .digest, .entitled),
            .init(.pcsPublicKey, .blob, .digest, .entitled),
            .init(.pcsPublicIdentity, .blob, .digest, .entitled),
        ]
    }

    private static let passwordAttributes: [AttributeDescription] = [
        .init(.description, .blob),
        .init(.comment, .blob),
        .init(.creator, .number),
        .init(.type, .number),
        .init(.scriptCode, .number),
        .init(.alias, .blob),
        .init(.isInvisible, .number),
        .init(.isNegative, .number),
        .init(.hasCustomIcon, .number),
        .init(.protected, .blob),
    ]

    private static let genericPasswordAttributes: [AttributeDescription] =
        [
            .init(.account, .blob, .digest, [.primaryKey, .folded], default: empty),
            .init(.service, .blob, .digest, [.primaryKey, .indexed, .folded], default: empty),
        ] + commonAttributes() + passwordAttributes
        + [
            .init(.generic, .blob),
            // Of items of the Secret Service alone, which no program sees but over the bus.
            .init(.searchAttributes, .data, .metadata, [.hidden, .ignoredFromCaller, .notInDigest]),
            .init(.contentType, .string, .metadata, [.hidden, .ignoredFromCaller, .notInDigest]),
        ]

    private static let internetPasswordAttributes: [AttributeDescription] =
        [
            .init(.account, .blob, .digest, [.primaryKey, .folded], default: empty),
            .init(.securityDomain, .blob, .digest, .primaryKey, default: empty),
            .init(.server, .blob, .digest, [.primaryKey, .indexed, .folded], default: empty),
            .init(.protocolType, .number, .digest, .primaryKey, default: .number(0)),
            .init(.authenticationType, .blob, .digest, .primaryKey, default: empty),
            .init(.port, .number, .digest, .primaryKey, default: .number(0)),
            .init(.path, .blob, .digest, .primaryKey, default: empty),
        ] + commonAttributes() + passwordAttributes
        + [
            .init(.extraNotes, .data, .secret, .entitled),
            .init(.extraHistory, .data, .secret, .entitled),
            .init(.extraClientDefined0, .data, .secret, .entitled),
            .init(.extraClientDefined1, .data, .secret, .entitled),
            .init(.extraClientDefined2, .data, .secret, .entitled),
            .init(.extraClientDefined3, .data, .secret, .entitled),
        ]

    private static let certificateAttributes: [AttributeDescription] =
        [
            .init(.issuer, .data, .digest, .primaryKey, default: emptyData),
            .init(.serialNumber, .data, .digest, [.primaryKey, .indexed], default: emptyData),
            .init(.certificateType, .number, .digest, .primaryKey, default: .number(0)),
        ] + commonAttributes(label: .indexed)
        + [
            .init(.certificateEncoding, .number),
            .init(.subject, .data, .digest, .indexed),
            .init(.subjectKeyID, .data, .digest, .indexed),
            .init(.publicKeyHash, .data, .digest, .indexed),
            .init(.alias, .blob, .digest, .indexed),
        ]

    private static let keyAttributes: [AttributeDescription] =
        [
            .init(.applicationLabel, .data, .digest, .primaryKey, default: emptyData),
            .init(.applicationTag, .blob, .digest, [.primaryKey, .indexed], default: empty),
            .init(.keyClass, .number, .digest, .primaryKey, default: .number(0)),
            .init(.creator, .number, .digest, .primaryKey, default: .number(0)),
            .init(.type, .number, .digest, .primaryKey, default: .number(0)),
            .init(.keySizeInBits, .number, .digest, .primaryKey, default: .number(0)),
            .init(.effectiveKeySize, .number, .digest, .primaryKey, default: .number(0)),
            .init(.startDate, .date, .digest, .primaryKey, default: .date(0)),
            .init(.endDate, .date, .digest, .primaryKey, default: .date(0)),
        ] + commonAttributes(label: .indexed) + [.init(.alias, .blob, .digest, .indexed)]
        + [
            Attribute.isPermanent, .isPrivate, .isModifiable, .isSensitive, .wasAlwaysSensitive, .isExtractable,
            .wasNeverExtractable, .canEncrypt, .canDecrypt, .canDerive, .canSign, .canVerify, .canWrap, .canUnwrap,
            .canSignRecover, .canVerifyRecover,
        ].map { AttributeDescription($0, .number) }
}

extension ItemClass {
    /// The class of an item that was given neither `kSecAttrAccessible` nor an access control (reference 2.2). What
    /// push notifications keep is there before anybody unlocks, and stays on its device, its certificates too; other
    /// certificates are no secrets.
    package func defaultProtection(in group: AccessGroup) -> ProtectionClass {
        if group == .pushNotifications { return .dku }
        return self == .certificate ? .dk : .ak
    }

    /// Whose name stands in the digests of an attribute. The hash of a certificate's public key has the one of a key's
    /// label, which is the same hash, so that the tables can be joined (Documentation/Reference/Formats/Database.md,
    /// section 5).
    package func digestDomain(of attribute: Attribute) -> (itemClass: ItemClass, attribute: Attribute) {
        self == .certificate && attribute == .publicKeyHash ? (.key, .applicationLabel) : (self, attribute)
    }
}
