// The first bytes of a file with a device key.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyModel
import LatchkeyPlatform

/// Documentation/Reference/Formats/Keybag.md, section 3. The first bytes stay as they are in every version.
enum DeviceKeyHeader {
    /// The versions that are read. The last one is written.
    private enum Version: UInt8 {
        case v1 = 1
    }

    private static let magic = Array("LTDK".utf8)
    /// Magic, version, kind and two zero bytes.
    static let size = 8

    static func encoded(_ kind: DeviceKeyKind) -> [UInt8] { magic + [Version.v1.rawValue, kind.rawValue, 0, 0] }

    /// - Parameters:
    ///   - bytes: as many as ``size``.
    ///   - kind: the one that the file has by its name.
    /// - Throws: `.wrongVersion` for a version that is not known and for another kind, `damage` for anything else.
    static func check(
        _ bytes: some Collection<UInt8>, isOf kind: DeviceKeyKind, damage: KeychainError
    ) throws(KeychainError) {
        let bytes = Array(bytes)
        guard bytes.count == size, bytes.starts(with: magic) else { throw damage }
        switch Version(rawValue: bytes[4]) {
        case .v1: break
        case nil: throw .newerVersion(during: "reading the device key")
        }
        guard bytes[5] == kind.rawValue else { throw .newerVersion(during: "reading the device key") }
        guard bytes[6...].allSatisfy({ $0 == 0 }) else { throw damage }
    }
}

extension KeychainError {
    static let damagedDeviceKey = KeychainError(
        .notAvailable, during: "reading the device key",
        hint: "device.key is damaged; put the right one back, or restore a backup")
}
