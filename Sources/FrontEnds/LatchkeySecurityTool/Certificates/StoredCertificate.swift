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

    /// The certificates of a subject, given as the normalised contents of its name, for a chain to lead through.
    static func issuers(
        named name: [UInt8], count: Int, in keychains: [NamedKeychain], _ context: ToolContext
    ) throws(KeychainError) -> [Certificate] {
        var query = ItemArguments.query(.certificate, matching: [.subject: .data(name)])
        query.returning = .data
        // One that needs the user is as good as absent.
        query.authentication.ui = .skip
        var found: [Certificate] = []
        for keychain in keychains where found.count < count {
            query.limit = .atMost(count - found.count)
            found += try context.client.found(query, in: keychain.address).compactMap {
                StoredCertificate(item: $0, keychain: keychain).certificate
            }
        }
        return found
    }
}
