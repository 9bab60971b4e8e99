// Which interfaces an object has.
// SPDX-License-Identifier: Apache-2.0

extension ServiceInterface {
    private static let secret = SecretMessage.signature

    static let service = ServiceInterface(
        name: "org.freedesktop.Secret.Service",
        methods: [
            Method(
                "OpenSession", .openSession, [Argument("s", "algorithm"), Argument("v", "input")],
                [Argument("v", "output"), Argument("o", "result")]),
            Method(
                "CreateCollection", .createCollection, [Argument("a{sv}", "properties"), Argument("s", "alias")],
                [Argument("o", "collection"), Argument("o", "prompt")]),
            Method(
                "SearchItems", .searchEverywhere, [Argument("a{ss}", "attributes")],
                [Argument("ao", "unlocked"), Argument("ao", "locked")]),
            Method(
                "Unlock", .unlock, [Argument("ao", "objects")], [Argument("ao", "unlocked"), Argument("o", "prompt")]),
            Method("Lock", .lock, [Argument("ao", "objects")], [Argument("ao", "locked"), Argument("o", "Prompt")]),
            Method("LockService", .lockService),
            Method("ChangeLock", .changeLock, [Argument("o", "collection")], [Argument("o", "prompt")]),
            Method(
                "GetSecrets", .getSecrets, [Argument("ao", "items"), Argument("o", "session")],
                [Argument("a{o\(secret)}", "secrets")]),
            Method("ReadAlias", .readAlias, [Argument("s", "name")], [Argument("o", "collection")]),
            Method("SetAlias", .setAlias, [Argument("s", "name"), Argument("o", "collection")]),
        ],
        signals: ["CollectionCreated", "CollectionDeleted", "CollectionChanged"].map {
            Signal(name: $0, arguments: [Argument("o", "collection")])
        },
        properties: [Property(name: "Collections", signature: "ao", property: .collections)])

    static let collection = ServiceInterface(
        name: "org.freedesktop.Secret.Collection",
        methods: [
            Method("Delete", .deleteCollection, [], [Argument("o", "prompt")]),
            Method("SearchItems", .searchCollection, [Argument("a{ss}", "attributes")], [Argument("ao", "results")]),
            Method(
                "CreateItem", .createItem,
                [Argument("a{sv}", "properties"), Argument(secret, "secret"), Argument("b", "replace")],
                [Argument("o", "item"), Argument("o", "prompt")]),
        ],
        signals: ["ItemCreated", "ItemDeleted", "ItemChanged"].map {
            Signal(name: $0, arguments: [Argument("o", "item")])
        },
        properties: [
            Property(name: "Items", signature: "ao", property: .items),
            Property(name: "Label", signature: "s", property: .collectionLabel, isWritable: true),
            Property(name: "Locked", signature: "b", property: .collectionLocked),
            Property(name: "Created", signature: "t", property: .collectionCreated),
            Property(name: "Modified", signature: "t", property: .collectionModified),
        ])

    static let item = ServiceInterface(
        name: "org.freedesktop.Secret.Item",
        methods: [
            Method("Delete", .deleteItem, [], [Argument("o", "Prompt")]),
            Method("GetSecret", .getSecret, [Argument("o", "session")], [Argument(secret, "secret")]),
            Method("SetSecret", .setSecret, [Argument(secret, "secret")]),
        ],
        properties: [
            Property(name: "Locked", signature: "b", property: .itemLocked),
            Property(name: "Attributes", signature: "a{ss}", property: .itemAttributes, isWritable: true),
            Property(name: "Label", signature: "s", property: .itemLabel, isWritable: true),
            Property(name: "Type", signature: "s", property: .itemType, isWritable: true),
            Property(name: "Created", signature: "t", property: .itemCreated),
            Property(name: "Modified", signature: "t", property: .itemModified),
        ])

    static let session = ServiceInterface(
        name: "org.freedesktop.Secret.Session", methods: [Method("Close", .closeSession)])

    static let prompt = ServiceInterface(
        name: "org.freedesktop.Secret.Prompt",
        methods: [Method("Prompt", .prompt, [Argument("s", "window_id")]), Method("Dismiss", .dismiss)],
        signals: [Signal(name: "Completed", arguments: [Argument("b", "dismissed"), Argument("v", "result")])])

    /// gnome-keyring's own, which seahorse and scripts call.
    static let passwords = ServiceInterface(
        name: "org.gnome.keyring.InternalUnsupportedGuiltRiddenInterface",
        methods: [
            Method(
                "ChangeWithMasterPassword", .changeWithMasterPassword,
                [Argument("o", "collection"), Argument(secret, "original"), Argument(secret, "master")]),
            Method("ChangeWithPrompt", .changeWithPrompt, [Argument("o", "collection")], [Argument("o", "prompt")]),
            Method(
                "CreateWithMasterPassword", .createWithMasterPassword,
                [Argument("a{sv}", "attributes"), Argument(secret, "master")], [Argument("o", "collection")]),
            Method(
                "UnlockWithMasterPassword", .unlockWithMasterPassword,
                [Argument("o", "collection"), Argument(secret, "master")]),
        ])

    static let properties = ServiceInterface(
        name: "org.freedesktop.DBus.Properties",
        methods: [
            Method(
                "Get", .getProperty, [Argument("s", "interface_name"), Argument("s", "property_name")],
                [Argument("v", "value")]),
            Method(
                "GetAll", .getAllProperties, [Argument("s", "interface_name")], [Argument("a{sv}", "properties")]),
            Method(
                "Set", .setProperty,
                [Argument("s", "interface_name"), Argument("s", "property_name"), Argument("v", "value")]),
        ],
        signals: [
            Signal(
                name: "PropertiesChanged",
                arguments: [
                    Argument("s", "interface_name"), Argument("a{sv}", "changed_properties"),
                    Argument("as", "invalidated_properties"),
                ])
        ])

    static let introspectable = ServiceInterface(
        name: "org.freedesktop.DBus.Introspectable",
        methods: [Method("Introspect", .introspect, [], [Argument("s", "xml_data")])])

    static let peer = ServiceInterface(
        name: "org.freedesktop.DBus.Peer",
        methods: [
            Method("Ping", .ping), Method("GetMachineId", .getMachineID, [], [Argument("s", "machine_uuid")]),
        ])

    private static let ofEveryObject = [properties, introspectable, peer]
    private static let ofService = [service, passwords] + ofEveryObject
    private static let ofCollections = [collection] + ofEveryObject
    private static let ofItems = [item] + ofEveryObject
    private static let ofSessions = [session] + ofEveryObject
    private static let ofPrompts = [prompt] + ofEveryObject
    private static let ofFolders = [introspectable, peer]

    static func interfaces(of path: ObjectPath) -> [ServiceInterface] {
        switch path {
        case .service: ofService
        case .collection: ofCollections
        case .item: ofItems
        case .session: ofSessions
        case .prompt: ofPrompts
        case .folder: ofFolders
        }
    }
}
