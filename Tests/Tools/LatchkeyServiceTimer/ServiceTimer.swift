// Times the lookup that a call over a bus comes to, in the process: what is left of a call is the way there and back.
// SPDX-License-Identifier: Apache-2.0

import Glibc
import LatchkeyModel
import LatchkeyPlatform
import LatchkeyService

/// The items are those of `bus_bench`. The keychain's password comes from standard input.
@main struct ServiceTimer {
    static func main() throws {
        let arguments = CommandLine.arguments
        guard arguments.count == 4, let items = Int(arguments[2]), let count = Int(arguments[3]), items > 0, count > 0
        else {
            print("usage: \(arguments[0]) KEYCHAIN ITEMS COUNT")
            exit(2)
        }
        let path = arguments[1]
        let service = KeychainService(
            home: String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)]), unlockPlace: .service,
            automaticPassword: { _ throws(KeychainError) in try PasswordFile.read(from: 0) })
        defer { service.close() }
        var random = SystemRandomNumberGenerator()
        // The first lookup opens the keychain.
        _ = try look(for: 0, with: service, at: path)
        var took: [Double] = []
        for _ in 0..<count {
            let number = Int.random(in: 0..<items, using: &random)
            let begin = microseconds
            guard try look(for: number, with: service, at: path) > 0 else {
                print("item \(number) has no secret")
                exit(1)
            }
            took.append(microseconds - begin)
        }
        took.sort()
        print(
            "{\"operation\": \"in process\", \"items\": \(items), \"count\": \(count), \"median\": \(took[count / 2])}")
    }

    /// - Returns: the size of the secret in bytes.
    private static func look(
        for number: Int, with service: KeychainService, at path: String
    ) throws(KeychainError) -> Int {
        let attributes = SearchAttributes([
            .init(name: "server", value: "server-\(number).example.org"), .init(name: "user", value: "user\(number)"),
        ])
        guard let attributes else { return 0 }
        let found = try service.serviceItems(
            matching: attributes, in: .all, admitting: { _ in true }, inKeychainAt: path)
        guard let first = found.items.first else { return 0 }
        return try service.serviceSecret(of: first.number, in: first.group, inKeychainAt: path).secret.count
    }

    private static var microseconds: Double {
        var time = timespec()
        unsafe clock_gettime(CLOCK_MONOTONIC, &time)
        return Double(time.tv_sec) * 1e6 + Double(time.tv_nsec) / 1e3
    }
}
