// What a signature is made over: the digest of the program, its identifier, its team and its entitlements.
// SPDX-License-Identifier: Apache-2.0

/// Documentation/Reference/Formats/CodeSignature.md, section 3. A value is well-formed; nothing says that it is true.
package struct CodeDirectory: Hashable, Sendable {
    package let identifier: CodeIdentifier
    /// Nil for an ad-hoc signature.
    package let team: TeamIdentifier?
    /// The property list as the signer gave it; empty if there is none.
    package let entitlements: [UInt8]
    /// Bytes of the file before the record.
    package let fileSize: UInt64
    /// SHA-256 of them.
    package let digest: [UInt8]
    /// Whether these bytes end in the path of a loader, which is started in the place of the program's own interpreter.
    package let hasLoader: Bool

    /// Longest property list, in bytes.
    package static let largestEntitlements = 1 << 16
    static let digestSize = 32
    /// Bytes before the identifier.
    private static let headerSize = 72
    /// The longest directory, in bytes.
    static let largestSize = headerSize + CodeIdentifier.largestSize + largestEntitlements
    private static let magic = Array("LKCD".utf8)
    /// The value that Apple's systems have for it.
    private static let adHocFlag: UInt32 = 2
    /// What Apple's systems call the hardened runtime.
    private static let loaderFlag: UInt32 = 0x10000

    package init(
        identifier: CodeIdentifier, team: TeamIdentifier?, entitlements: [UInt8], fileSize: UInt64, digest: [UInt8],
        hasLoader: Bool = false
    ) {
        precondition(entitlements.count <= Self.largestEntitlements && digest.count == Self.digestSize)
        self.identifier = identifier
        self.team = team
        self.entitlements = entitlements
        self.fileSize = fileSize
        self.digest = digest
        self.hasLoader = hasLoader
    }

    /// Apple's values of the flags: whether the signature is ad hoc, and the runtime hardened.
    package var flags: UInt32 { (team == nil ? Self.adHocFlag : 0) | (hasLoader ? Self.loaderFlag : 0) }

    package var encoded: [UInt8] {
        var bytes = Self.magic
        bytes += [1, 1, 0, 0]
        bytes.append(bigEndian: flags)
        bytes.append(bigEndian: fileSize)
        bytes += digest
        bytes += team.map { Array($0.text.utf8) } ?? Array(repeating: 0, count: TeamIdentifier.size)
        bytes.append(bigEndian: UInt16(identifier.text.utf8.count))
        bytes.append(bigEndian: UInt32(entitlements.count))
        bytes += Array(repeating: 0, count: 4)
        bytes += Array(identifier.text.utf8)
        bytes += entitlements
        return bytes
    }

    /// - Throws: `.damagedRecord`, or `.unknownVersion`.
    package init(decoding bytes: [UInt8]) throws(SignatureProblem) {
        guard (Self.headerSize...Self.largestSize).contains(bytes.count), bytes.starts(with: Self.magic) else {
            throw .damagedRecord
        }
        let flags: UInt32 = bytes.bigEndian(at: 8)
        guard bytes[4] == 1, bytes[5] == 1, bytes[6] == 0, bytes[7] == 0,
            flags & ~(Self.adHocFlag | Self.loaderFlag) == 0
        else {
            throw .unknownVersion
        }
        let isAdHoc = flags & Self.adHocFlag != 0
        let teamBytes = bytes[52..<62]
        let team = TeamIdentifier(String(decoding: teamBytes, as: UTF8.self))
        guard isAdHoc ? teamBytes.allSatisfy({ $0 == 0 }) : team != nil else { throw .damagedRecord }
        let identifierSize = Int(bytes.bigEndian(at: 62) as UInt16)
        let entitlementsSize = Int(bytes.bigEndian(at: 64) as UInt32)
        guard bytes[68..<72].allSatisfy({ $0 == 0 }), entitlementsSize <= Self.largestEntitlements,
            bytes.count == Self.headerSize + identifierSize + entitlementsSize,
            let identifier = CodeIdentifier(
                String(decoding: bytes[Self.headerSize..<Self.headerSize + identifierSize], as: UTF8.self))
        else { throw .damagedRecord }
        self.init(
            identifier: identifier, team: team, entitlements: Array(bytes[(Self.headerSize + identifierSize)...]),
            fileSize: bytes.bigEndian(at: 12), digest: Array(bytes[20..<52]),
            hasLoader: flags & Self.loaderFlag != 0)
    }
}

extension [UInt8] {
    mutating func append(bigEndian value: some FixedWidthInteger) {
        for shift in stride(from: value.bitWidth - 8, through: 0, by: -8) {
            append(UInt8(truncatingIfNeeded: value >> shift))
        }
    }

    /// The integer that begins at `offset`, which must lie within the array.
    func bigEndian<Value: FixedWidthInteger>(at offset: Int) -> Value {
        self[offset..<offset + Value.bitWidth / 8].reduce(0) { $0 << 8 | Value($1) }
    }
}
