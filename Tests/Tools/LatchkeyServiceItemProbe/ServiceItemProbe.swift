// Stores an item as whoever serves a bus does, for fixtures.
// SPDX-License-Identifier: Apache-2.0

import Glibc
import LatchkeyModel
import LatchkeyPlatform
import LatchkeyService

/// The secret comes from standard input.
@main struct ServiceItemProbe {
    static func main() throws {
        let arguments = CommandLine.arguments
        guard arguments.count >= 5, arguments.count % 2 == 1 else {
            print("usage: \(arguments[0]) KEYCHAIN GROUP LABEL CONTENT-TYPE [NAME VALUE]...")
            exit(2)
        }
        let pairs = stride(from: 5, to: arguments.count, by: 2).map { index in
            SearchAttributes.Pair(name: arguments[index], value: arguments[index + 1])
        }
        guard let attributes = SearchAttributes(pairs) else { exit(2) }
        let path = arguments[1]
        let home = String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)])
        let secret = ItemSecret(unsafe SecretBytes(count: 4096) { _ = unsafe read(0, $0.baseAddress, $0.count) })
        let item = NewServiceItem(
            group: AccessGroup(rawValue: arguments[2]), label: arguments[3], attributes: attributes,
            contentType: arguments[4], secret: secret.part(0..<(secret.textCount)))
        let service = KeychainService(home: home)
        defer { service.close() }
        print(try service.addServiceItem(item, replacing: true, inKeychainAt: path).number)
    }
}

extension ItemSecret {
    /// Bytes before the first zero.
    fileprivate var textCount: Int {
        unsafe bytes.withUnsafeBytes { unsafe $0.firstIndex(of: 0) ?? $0.count }
    }
}
