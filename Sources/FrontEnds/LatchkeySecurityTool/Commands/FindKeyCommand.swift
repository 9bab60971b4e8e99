// `find-key`.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyClient
package import LatchkeyModel
import LatchkeyPlatform
import LatchkeyTooling

package enum FindKeyCommand {
    private static let function = "SecItemCopyMatching"

    /// Shows the attributes of every key that matches; the keys themselves are only given by `export`.
    package static let run: Command.Action = { (arguments, context) throws(CommandFailure) in
        var query = ItemArguments.query(.key, matching: try attributes(from: arguments))
        query.limit = .all
        var isFound = false
        for keychain in try context.searchedKeychains(from: arguments.operands) {
            let items = try calling(function, on: keychain.name) { () throws(KeychainError) in
                try context.client.found(query, in: keychain.address)
            }
            for item in items { context.output.write(ItemListing.text(of: item, inKeychainAt: keychain.path)) }
            isFound = isFound || !items.isEmpty
        }
        guard isFound else {
            throw .keychain(context.nothingFound, function: function)
        }
    }

    private static let uses: [(Character, Attribute)] = [
        ("d", .canDecrypt), ("e", .canEncrypt), ("r", .canDerive), ("s", .canSign), ("u", .canUnwrap),
        ("v", .canVerify), ("w", .canWrap),
    ]

    /// The attributes that the options give.
    package static func attributes(from arguments: ParsedArguments) throws(CommandFailure) -> AttributeValues {
        guard arguments.last("D") == nil, arguments.last("j") == nil else {
            throw .keychain(
                KeychainError(
                    .noSuchAttribute, during: "searching for a key", hint: "keys have no description and no comment"),
                function: function)
        }
        var attributes: AttributeValues = [:]
        for (letter, attribute) in uses where arguments.has(letter) { attributes[attribute] = .number(1) }
        if let word = arguments.last("a") { attributes[.applicationLabel] = .data(applicationLabel(word)) }
        if let word = arguments.last("c") { attributes[.creator] = try FourCharacterCode(word.publicBytes).number }
        if let word = arguments.last("l") { attributes[.label] = word.attributeValue }
        if let kind = arguments.text("t") { attributes[.keyClass] = .number(try keyClass(kind)) }
        return attributes
    }

    /// 40 hexadecimal digits are the hash of the public key, which is what a key is known by; all else is text.
    private static func applicationLabel(_ word: ItemSecret) -> [UInt8] {
        if word.count == 40, let hash = try? Hexadecimal.decode(word.bytes) { return hash.publicBytes }
        return word.publicBytes
    }

    private static func keyClass(_ name: String) throws(CommandFailure) -> Int64 {
        switch name {
        case "public": return 0
        case "private": return 1
        case "symmetric": return 2
        default: throw .usage("the type of a key is symmetric, public or private")
        }
    }
}
