// What the objects that Latchkey makes in a TPM are.
// SPDX-License-Identifier: Apache-2.0

/// Public areas, as TPM2B_PUBLIC and TPM2B_NV_PUBLIC.
enum TPMTemplate {
    /// TPMA_OBJECT.
    struct Attributes: OptionSet {
        let rawValue: UInt32

        static let fixedTPM = Self(rawValue: 1 << 1)
        static let fixedParent = Self(rawValue: 1 << 4)
        static let sensitiveDataOrigin = Self(rawValue: 1 << 5)
        static let userWithAuth = Self(rawValue: 1 << 6)
        static let noDA = Self(rawValue: 1 << 10)
        static let restricted = Self(rawValue: 1 << 16)
        static let decrypt = Self(rawValue: 1 << 17)
        static let sign = Self(rawValue: 1 << 18)
    }

    /// The storage root, if there is none yet: P-256 with AES-128-CFB for its children. Whoever makes one from another
    /// template gets another key: that is why its handle is shared, and not its template.
    static let storageRoot = area(
        TPMAlgorithm.ecc,
        [.fixedTPM, .fixedParent, .sensitiveDataOrigin, .userWithAuth, .noDA, .restricted, .decrypt],
        TPMAlgorithm.aes.tpmBytes + UInt16(128).tpmBytes + TPMAlgorithm.cfb.tpmBytes + curve)

    /// 32 bytes and the like. The TPM counts wrong tries unless `countsTries` is false.
    static func sealed(countsTries: Bool) -> [UInt8] {
        area(
            TPMAlgorithm.keyedHash,
            countsTries
                ? [.fixedTPM, .fixedParent, .userWithAuth]
                : [
                    .fixedTPM, .fixedParent, .userWithAuth, .noDA,
                ],
            TPMAlgorithm.none.tpmBytes + [].sized)
    }

    /// A P-256 key that signs and agrees.
    static let key = area(
        TPMAlgorithm.ecc, [.fixedTPM, .fixedParent, .sensitiveDataOrigin, .userWithAuth, .noDA, .decrypt, .sign],
        TPMAlgorithm.none.tpmBytes + curve)

    /// Whether an object can be the storage root: everything there is to know is in its attributes.
    static func isStorageRoot(_ area: [UInt8]) -> Bool {
        var reader = TPMReader(area)
        guard reader.number(UInt16.self) != nil, reader.number(UInt16.self) != nil, reader.number(UInt16.self) != nil,
            let attributes = reader.number(UInt32.self).map(Attributes.init(rawValue:))
        else { return false }
        return attributes.isSuperset(of: [.fixedTPM, .fixedParent, .userWithAuth, .noDA, .restricted, .decrypt])
            && !attributes.contains(.sign)
    }

    /// An index that is only ever extended.
    /// - Parameter isWritten: what it is after the first time.
    static func extendIndex(_ handle: UInt32, isWritten: Bool) -> [UInt8] {
        // TPMA_NV: AUTHWRITE, TPM_NT_EXTEND, AUTHREAD, NO_DA; WRITTEN.
        let attributes: UInt32 = 0x0204_0044 | (isWritten ? 1 << 29 : 0)
        return handle.tpmBytes + TPMAlgorithm.sha256.tpmBytes + attributes.tpmBytes + [].sized
            + UInt16(TPMIndex.size).tpmBytes
    }

    /// Behind the symmetric cipher: no scheme, the curve, no derivation, and no point.
    private static let curve =
        TPMAlgorithm.none.tpmBytes + TPMAlgorithm.p256.tpmBytes + TPMAlgorithm.none.tpmBytes + [].sized + [].sized

    private static func area(_ type: UInt16, _ attributes: Attributes, _ rest: [UInt8]) -> [UInt8] {
        (type.tpmBytes + TPMAlgorithm.sha256.tpmBytes + attributes.rawValue.tpmBytes + [].sized + rest).sized
    }
}
