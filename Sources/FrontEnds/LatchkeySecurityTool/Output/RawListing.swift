// The listing of `security item`: raw column names, and values in the form in which they can be given again.
// SPDX-License-Identifier: Apache-2.0

package import LatchkeyModel
import LatchkeyPlatform

package enum RawListing {
    /// One attribute a line, in the order of the names; the secret is left out.
    package static func text(of item: ReturnedItem) -> [UInt8] {
        var lines = line("class", Array(item.reference.itemClass.rawValue.utf8))
        for (attribute, value) in item.attributes
        where item.reference.itemClass.description(of: attribute)?.traits.contains(.hidden) == false {
            lines += line(attribute.code, RawValue.text(of: value))
        }
        return lines + line("v_PersistentRef", RawValue.text(of: .data(item.reference.encoded)))
    }

    /// The attributes of the key, overlaid by those of the certificate (reference 3.7.9), and the certificate itself.
    package static func text(of identity: Identity) -> [UInt8] {
        var attributes = identity.key.attributes
        attributes.merge(identity.certificate.attributes) { $1 }
        var lines = line("class", Array(IdentityReference.className.utf8))
        for (attribute, value) in attributes where attribute != .uuid {
            lines += line(attribute.code, RawValue.text(of: value))
        }
        if let data = identity.certificate.secret {
            let bytes = data.bytes.declassified(because: "a certificate is public")
            lines += line("certdata", RawValue.text(of: .data(bytes)))
        }
        return lines + line("v_PersistentRef", RawValue.text(of: .data(identity.reference.encoded)))
    }

    private static func line(_ name: String, _ value: [UInt8]) -> [UInt8] {
        Array("\(name)=".utf8) + value + [UInt8(ascii: "\n")]
    }
}
