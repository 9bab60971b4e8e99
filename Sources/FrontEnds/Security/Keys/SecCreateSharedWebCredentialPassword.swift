// Makes passwords that are strong, and can be typed.
// SPDX-License-Identifier: Apache-2.0

import Foundation
public import LatchkeyCFTypes

/// A new password: three groups of six letters and digits with hyphens between them, 20 characters. It has a small
/// letter, a capital and a digit at least, and none of the letters and digits that look alike; every such password is
/// as likely as any other, one of 2^105. From here on its memory is the program's.
public func SecCreateSharedWebCredentialPassword() -> CFString? {
    var generator = SystemRandomNumberGenerator()
    while true {
        let characters = (0..<18).map { _ in
            SharedPassword.alphabet[Int.random(in: SharedPassword.alphabet.indices, using: &generator)]
        }
        // Drawn anew as a whole: putting in what is missing would make some passwords more likely.
        guard characters.contains(where: \.isLowercase), characters.contains(where: \.isUppercase),
            characters.contains(where: \.isNumber)
        else { continue }
        let groups = stride(from: 0, to: 18, by: 6).map { String(characters[$0..<$0 + 6]) }
        return NSString(string: groups.joined(separator: "-"))
    }
}

private enum SharedPassword {
    /// Without what looks like something else: 0, 1, I, O and l.
    static let alphabet = Array("abcdefghijkmnopqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789")
}
