// What `openssl speed` says of an algorithm, if that command is there.
// SPDX-License-Identifier: Apache-2.0

import Foundation

enum SpeedCommand {
    /// µs of each operation, in the order of the command: signing and verifying, or agreeing. Empty if nothing is said.
    static func times(of algorithm: String) -> [Double] {
        let process = Process()
        let output = Pipe()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        // One second for each operation, by the clock, as the other columns.
        process.arguments = ["openssl", "speed", "-elapsed", "-mr", "-seconds", "1", algorithm]
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        guard (try? process.run()) != nil else { return [] }
        let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        guard process.terminationStatus == 0 else { return [] }
        return text.split(separator: "\n").lazy.compactMap { times(in: String($0)) }.first ?? []
    }

    /// `+F2` is a line of RSA, `+F4` of ECDSA, `+F5` of agreement and `+F6` of the Edwards curves: after a number, bits
    /// and perhaps a name come operations a second.
    private static func times(in line: String) -> [Double]? {
        let fields = line.split(separator: ":")
        let places: Range<Int>
        switch fields.first {
        case "+F2", "+F4": places = 3..<5
        case "+F5": places = 3..<4
        case "+F6": places = 4..<6
        default: return nil
        }
        guard fields.count >= places.upperBound else { return nil }
        let rates = fields[places].compactMap { Double($0) }
        guard rates.count == places.count, rates.allSatisfy({ $0 > 0 }) else { return nil }
        return rates.map { 1e6 / $0 }
    }
}
