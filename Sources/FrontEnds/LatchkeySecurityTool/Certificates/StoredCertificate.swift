// A certificate of a keychain, and the search for some.
// SPDX-License-Identifier: Apache-2.0

package import LatchkeyCertificates
import LatchkeyClient
package import LatchkeyModel
import LatchkeyPlatform
import LatchkeyTooling

/// An item of the class certificate, with what is read of its data.
package struct StoredCertificate: Sendable {
    package let item: ReturnedItem
    /// Nil if the data is no certificate; anybody can store such an item.
    package let certificate: Certificate?
    package let keychain: NamedKeychain

    package init(item: ReturnedItem, keychain: NamedKeychain) {
        self.item = item
        self.keychain = keychain
        let data = item.secret?.bytes.declassified(because: "a certificate is public") ?? []
        certificate = try? Certificate(der: data)
    }

    /// The bytes that are stored.
    package var data: [UInt8] { item.secret?.bytes.declassified(because: "a certificate is public") ?? [] }

    /// What a user knows it by.
    package var name: String {
        switch item.attributes[.label] {
        case .string(let label)? where !label.isEmpty: label
        default: certificate?.subjectSummary ?? ""
        }
    }

    /// The certificates of `keychains` in the order of the keychains, then of their creation. One that needs the user,
    /// or a password of its program, is left out: nobody is asked for a listing.
    package static func all(
        in keychains: [NamedKeychain], _ context: ToolContext, calling function: String
    ) throws(CommandFailure) -> [StoredCertificate] {
        var query = ItemArguments.query(.certificate, matching: [:])
        query.limit = .all
        query.returning.insert(.data)
        query.authentication.ui = .skip
        var found: [StoredCertificate] = []
        for keychain in keychains {
            let items = try calling(function, on: keychain.name) { () throws(KeychainError) in
                try context.client.found(query, in: keychain.address)
            }
            found += items.map { StoredCertificate(item: $0, keychain: keychain) }
        }
        return found
    }
}
