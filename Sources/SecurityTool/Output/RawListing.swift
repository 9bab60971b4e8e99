// The listing of `security item`: raw column names, and values in the form in which they can be given again.
// SPDX-License-Identifier: Apache-2.0

package import KeychainModel

package enum RawListing {
    /// One attribute a line, in the order of the names; the secret is left out.
    package static func text(of item: Item) -> [UInt8] {
        var lines = line("class", Array(item.reference.itemClass.rawValue.utf8))
        for (attribute, value) in item.attributes
        where item.reference.itemClass.description(of: attribute)?.traits.contains(.hidden) == false {
            lines += line(attribute.code, RawValue.text(of: value))
        }
        return lines + line("v_PersistentRef", RawValue.text(of: .data(item.reference.encoded)))
    }

    private static func line(_ name: String, _ value: [UInt8]) -> [UInt8] {
        Array("\(name)=".utf8) + value + [UInt8(ascii: "\n")]
    }
}
