// The name of an attribute: the four-character column code of Apple's schema.
// SPDX-License-Identifier: Apache-2.0

/// An attribute by its four-character code, packed big-endian into 32 bits (reference 1.2).
package struct Attribute: RawRepresentable, Hashable, Sendable {
    package let rawValue: UInt32
    package init(rawValue: UInt32) { self.rawValue = rawValue }

    /// - Returns: nil unless `code` is exactly four printable ASCII characters.
    package init?(code: String) {
        // Most keys of a dictionary have another length, which is at hand.
        guard code.utf8.count == 4 else { return nil }
        var packed: UInt32 = 0
        for byte in code.utf8 {
            guard (0x20...0x7e).contains(byte) else { return nil }
            packed = packed << 8 | UInt32(byte)
        }
        rawValue = packed
    }

    private init(_ code: StaticString) {
        var packed: UInt32 = 0
        code.withUTF8Buffer { bytes in
            for index in bytes.indices { unsafe packed = packed << 8 | UInt32(bytes[index]) }
        }
        rawValue = packed
    }

    /// The four characters.
    package var code: String {
        String(decoding: [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: rawValue >> $0) }, as: UTF8.self)
    }
}

extension Attribute: Comparable {
    package static func < (lhs: Attribute, rhs: Attribute) -> Bool { lhs.rawValue < rhs.rawValue }
}

extension Attribute: CustomStringConvertible {
    package var description: String { code }
}

extension Attribute {
    package static let accessControl = Attribute("accc")
    package static let accessGroup = Attribute("agrp")
    package static let accessible = Attribute("pdmn")
    package static let account = Attribute("acct")
    package static let alias = Attribute("alis")
    package static let appClip = Attribute("clip")
    package static let authenticationType = Attribute("atyp")
    package static let comment = Attribute("icmt")
    package static let contentType = Attribute("sscn")
    package static let creationDate = Attribute("cdat")
    package static let creator = Attribute("crtr")
    package static let description = Attribute("desc")
    package static let extraClientDefined0 = Attribute("bin0")
    package static let extraClientDefined1 = Attribute("bin1")
    package static let extraClientDefined2 = Attribute("bin2")
    package static let extraClientDefined3 = Attribute("bin3")
    package static let extraHistory = Attribute("bini")
    package static let extraNotes = Attribute("binn")
    package static let generic = Attribute("gena")
    package static let hasCustomIcon = Attribute("cusi")
    package static let isInvisible = Attribute("invi")
    package static let isNegative = Attribute("nega")
    package static let label = Attribute("labl")
    package static let modificationDate = Attribute("mdat")
    package static let multiUser = Attribute("musr")
    package static let path = Attribute("path")
    package static let pcsPublicIdentity = Attribute("pcsi")
    package static let pcsPublicKey = Attribute("pcsk")
    package static let pcsService = Attribute("pcss")
    package static let port = Attribute("port")
    package static let protected = Attribute("prot")
    package static let protocolType = Attribute("ptcl")
    package static let scriptCode = Attribute("scrp")
    package static let securityDomain = Attribute("sdmn")
    package static let searchAttributes = Attribute("ssat")
    package static let server = Attribute("srvr")
    package static let service = Attribute("svce")
    package static let sha1 = Attribute("sha1")
    package static let sharingGroup = Attribute("ggrp")
    package static let synchronizable = Attribute("sync")
    package static let syncViewHint = Attribute("vwht")
    package static let systemBound = Attribute("sysb")
    package static let tokenID = Attribute("tkid")
    package static let tombstone = Attribute("tomb")
    package static let type = Attribute("type")
    package static let uuid = Attribute("UUID")
}

// Certificates and keys.
extension Attribute {
    package static let applicationLabel = Attribute("klbl")
    package static let applicationTag = Attribute("atag")
    package static let canDecrypt = Attribute("decr")
    package static let canDerive = Attribute("drve")
    package static let canEncrypt = Attribute("encr")
    package static let canSign = Attribute("sign")
    package static let canSignRecover = Attribute("snrc")
    package static let canUnwrap = Attribute("unwp")
    package static let canVerify = Attribute("vrfy")
    package static let canVerifyRecover = Attribute("vyrc")
    package static let canWrap = Attribute("wrap")
    package static let certificateEncoding = Attribute("cenc")
    package static let certificateType = Attribute("ctyp")
    package static let effectiveKeySize = Attribute("esiz")
    package static let endDate = Attribute("edat")
    package static let isExtractable = Attribute("extr")
    package static let isModifiable = Attribute("modi")
    package static let isPermanent = Attribute("perm")
    package static let isPrivate = Attribute("priv")
    package static let isSensitive = Attribute("sens")
    package static let issuer = Attribute("issr")
    package static let keyClass = Attribute("kcls")
    package static let keySizeInBits = Attribute("bsiz")
    package static let publicKeyHash = Attribute("pkhh")
    package static let serialNumber = Attribute("slnr")
    package static let startDate = Attribute("sdat")
    package static let subject = Attribute("subj")
    package static let subjectKeyID = Attribute("skid")
    package static let wasAlwaysSensitive = Attribute("asen")
    package static let wasNeverExtractable = Attribute("next")
}
