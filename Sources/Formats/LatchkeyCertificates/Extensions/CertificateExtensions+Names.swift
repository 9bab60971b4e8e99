// The alternative names that are text.
// SPDX-License-Identifier: Apache-2.0

extension CertificateExtensions {
    /// Those that are ASCII.
    var emailAddresses: [String] {
        names.compactMap { if case .email(let bytes) = $0 { ascii(bytes) } else { nil } }
    }

    /// Those that are ASCII.
    var dnsNames: [String] {
        names.compactMap { if case .dns(let bytes) = $0 { ascii(bytes) } else { nil } }
    }

    private func ascii(_ bytes: [UInt8]) -> String? {
        bytes.allSatisfy { $0 < 0x80 } ? String(decoding: bytes, as: UTF8.self) : nil
    }
}
