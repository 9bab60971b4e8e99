// The interfaces of the objects, as they are dispatched and as they are shown.
// SPDX-License-Identifier: Apache-2.0

/// An interface with its members (reference, sections 3 to 6, 10 and 13).
struct ServiceInterface {
    struct Argument {
        let name: String
        let signature: String

        init(_ signature: String, _ name: String) {
            self.name = name
            self.signature = signature
        }
    }

    struct Method {
        let name: String
        let method: ServiceMethod
        let arguments: [Argument]
        let results: [Argument]
        /// Of all arguments.
        let signature: String

        init(_ name: String, _ method: ServiceMethod, _ arguments: [Argument] = [], _ results: [Argument] = []) {
            self.name = name
            self.method = method
            self.arguments = arguments
            self.results = results
            signature = arguments.map(\.signature).joined()
        }
    }

    struct Signal {
        let name: String
        let arguments: [Argument]
    }

    struct Property {
        let name: String
        let signature: String
        let property: ServiceProperty
        var isWritable = false
    }

    let name: String
    var methods: [Method] = []
    var signals: [Signal] = []
    var properties: [Property] = []

    func method(_ name: String) -> Method? { methods.first { $0.name.utf8.elementsEqual(name.utf8) } }
    func property(_ name: String) -> Property? { properties.first { $0.name.utf8.elementsEqual(name.utf8) } }
}

/// The properties that objects have.
enum ServiceProperty {
    case collections
    case items, collectionLabel, collectionLocked, collectionCreated, collectionModified
    case itemLocked, itemAttributes, itemLabel, itemType, itemCreated, itemModified
}
