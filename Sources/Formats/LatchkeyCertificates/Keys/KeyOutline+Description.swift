// A key as people see it in the output of Apple's systems.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyModel
import LatchkeyPlatform

extension KeyOutline {
    /// What Apple's systems print of a key: its kind and size, and of a public one its numbers in hexadecimal digits.
    /// - Parameter address: of the object.
    package func description(at address: String) -> String {
        let half = keyClass == .public ? "Public" : "Private"
        switch kind {
        case .rsa:
            var fields = ["algorithm id: 1", "key type: RSA\(half)Key", "version: 4"]
            fields.append("\(sizeInBits) bits (block size: \(blockSize))")
            if keyClass == .public, let numbers = try? RSANumbers(reading: ItemSecret(copying: publicOctets), .public) {
                let exponent = numbers.exponent.reduce(0) { $0 << 8 | UInt64($1) }
                fields.append("exponent: {hex: \(String(exponent, radix: 16)), decimal: \(exponent)}")
                fields.append("modulus: \(Self.digits(numbers.modulus))")
            }
            return "<SecKeyRef \(fields.joined(separator: ", ")), addr: \(address)>"
        case .p192, .p224, .p256, .p384, .p521:
            var fields = ["curve type: kSecECCurveSecp\(sizeInBits)r1", "algorithm id: 3", "key type: EC\(half)Key"]
            fields += ["version: 4", "block size: \(sizeInBits) bits"]
            if keyClass == .public {
                // Behind the byte of the form: X, then Y.
                let coordinates = publicOctets.dropFirst()
                fields.append("y: \(Self.digits(coordinates.suffix(coordinates.count / 2)))")
                fields.append("x: \(Self.digits(coordinates.prefix(coordinates.count / 2)))")
            }
            return "<SecKeyRef \(fields.joined(separator: ", ")), addr: \(address)>"
        case .ed25519, .x25519, .ed448, .x448, .mlKEM768, .mlKEM1024, .mlDSA65, .mlDSA87:
            return "<SecKeyRef: \(address)>"
        }
    }

    private static func digits(_ bytes: some Collection<UInt8>) -> String {
        let digits = Array("0123456789ABCDEF")
        return String(bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] })
    }
}
