// The values of a certificate in the shape of macOS.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import LatchkeyCFTypes
import LatchkeyCertificates
import LatchkeyModel
import LatchkeyPlatform

/// Makes the dictionaries of SecCertificateCopyValues.
struct CertificateValues {
    private(set) var values: [(name: CFString, value: NSDictionary)] = []

    init(_ certificate: Certificate, _ parts: CertificateParts) {
        func add(_ name: CFString, _ label: String, _ type: CFString, _ value: AnyObject) {
            values.append((name, Self.property(label, type, value)))
        }
        func data(_ bytes: [UInt8]) -> NSData { Data(bytes) as NSData }
        add(kSecOIDX509V1Version, "Version", kSecPropertyTypeString, "\(certificate.version)" as NSString)
        add(
            kSecOIDX509V1SerialNumber, "Serial Number", kSecPropertyTypeString,
            Self.hexadecimal(certificate.serialNumber) as NSString)
        add(
            kSecOIDX509V1SignatureAlgorithm, "Signature Algorithm", kSecPropertyTypeSection,
            Self.algorithm(parts.signatureAlgorithm))
        add(kSecOIDX509V1IssuerName, "Issuer Name", kSecPropertyTypeSection, Self.section(certificate.issuer))
        add(
            kSecOIDX509V1ValidityNotBefore, "Not Valid Before", kSecPropertyTypeNumber,
            NSNumber(value: certificate.validity.notBefore))
        add(
            kSecOIDX509V1ValidityNotAfter, "Not Valid After", kSecPropertyTypeNumber,
            NSNumber(value: certificate.validity.notAfter))
        add(kSecOIDX509V1SubjectName, "Subject Name", kSecPropertyTypeSection, Self.section(certificate.subject))
        add(
            kSecOIDX509V1SubjectPublicKeyAlgorithm, "Public Key Algorithm", kSecPropertyTypeSection,
            Self.algorithm(parts.publicKeyAlgorithm))
        add(
            kSecOIDX509V1SubjectPublicKey, "Public Key Data", kSecPropertyTypeData, data(certificate.publicKeyOctets))
        for part in parts.extensions {
            let name = part.name as NSString
            guard let known = Self.known(part, of: certificate) else {
                let isCritical = Self.property(
                    "Critical", kSecPropertyTypeString, (part.isCritical ? "Yes" : "No") as NSString)
                let contents = Self.property("Data", kSecPropertyTypeData, data(part.value))
                add(name, part.name, kSecPropertyTypeSection, [isCritical, contents] as NSArray)
                continue
            }
            add(name, known.label, known.type, known.value)
        }
        add(kSecOIDX509V1Signature, "Signature", kSecPropertyTypeData, data(parts.signature))
    }

    private typealias Known = (label: String, type: CFString, value: AnyObject)

    /// Nil for an extension that is not known, or that cannot be read.
    private static func known(_ part: CertificateParts.Extension, of certificate: Certificate) -> Known? {
        guard let node = try? BERNode(reading: ItemSecret(copying: part.value)) else { return nil }
        switch part.name as NSString {
        case kSecOIDSubjectKeyIdentifier:
            return certificate.subjectKeyID.map { identifier in
                ("Subject Key Identifier", kSecPropertyTypeSection, keyIdentifier(identifier))
            }
        case kSecOIDAuthorityKeyIdentifier:
            let parts = try? node.children(of: BERNode.Tag.sequence)
            return parts?.first { $0.tag == 0x80 }.map { identifier in
                ("Authority Key Identifier", kSecPropertyTypeSection, keyIdentifier(identifier.publicContents))
            }
        case kSecOIDKeyUsage:
            guard node.tag == 0x03, (2...3).contains(node.publicContents.count) else { return nil }
            var bits = 0
            for (place, byte) in node.publicContents.dropFirst().enumerated() {
                for bit in 0..<8 where byte & (0x80 >> bit) != 0 { bits |= 1 << (place * 8 + bit) }
            }
            return ("Key Usage", kSecPropertyTypeNumber, NSNumber(value: bits))
        case kSecOIDExtendedKeyUsage:
            guard let uses = try? node.children(of: BERNode.Tag.sequence) else { return nil }
            return (
                "Extended Key Usage", kSecPropertyTypeArray,
                NSArray(array: uses.map { Data($0.publicContents) as NSData })
            )
        case kSecOIDBasicConstraints:
            guard let parts = try? node.children(of: BERNode.Tag.sequence) else { return nil }
            let isAuthority = parts.first { $0.tag == 0x01 }?.publicContents.first ?? 0 != 0
            var entries = [
                property(
                    "Certificate Authority", kSecPropertyTypeString, (isAuthority ? "Yes" : "No") as NSString)
            ]
            if let length = try? parts.first(where: { $0.tag == BERNode.Tag.integer })?.number(upTo: 1 << 30) {
                entries.append(
                    property("Path Length Constraint", kSecPropertyTypeString, "\(length)" as NSString))
            }
            return ("Basic Constraints", kSecPropertyTypeSection, NSArray(array: entries))
        case kSecOIDSubjectAltName:
            guard let names = try? node.children(of: BERNode.Tag.sequence) else { return nil }
            return ("Subject Alternative Name", kSecPropertyTypeSection, NSArray(array: names.map(alternativeName)))
        default: return nil
        }
    }

    private static func alternativeName(_ node: BERNode) -> NSDictionary {
        let bytes = node.publicContents
        let text = String(decoding: bytes, as: UTF8.self) as NSString
        switch node.tag {
        case 0x81: return property("Email Address", kSecPropertyTypeString, text)
        case 0x82: return property("DNS Name", kSecPropertyTypeString, text)
        case 0x86: return property("URI", kSecPropertyTypeString, text)
        case 0x87 where bytes.count == 4:
            let address = bytes.map(String.init).joined(separator: ".")
            return property("IP Address", kSecPropertyTypeString, address as NSString)
        default: return property("Other Name", kSecPropertyTypeData, Data(bytes) as NSData)
        }
    }

    private static func keyIdentifier(_ bytes: [UInt8]) -> NSArray {
        [property("Key Identifier", kSecPropertyTypeData, Data(bytes) as NSData)] as NSArray
    }

    private static func algorithm(_ name: String) -> NSArray {
        [property("Algorithm", kSecPropertyTypeString, name as NSString)] as NSArray
    }

    private static func section(_ name: DistinguishedName) -> NSArray {
        NSArray(
            array: name.attributeTexts.map { property($0.name, kSecPropertyTypeString, $0.text as NSString) })
    }

    private static func property(_ label: String, _ type: CFString, _ value: AnyObject) -> NSDictionary {
        let property = NSMutableDictionary()
        property[kSecPropertyKeyLabel] = label as NSString
        property[kSecPropertyKeyLocalizedLabel] = label as NSString
        property[kSecPropertyKeyType] = type
        property[kSecPropertyKeyValue] = value
        return property
    }

    private static func hexadecimal(_ bytes: [UInt8]) -> String {
        bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16, uppercase: true) }.joined(separator: " ")
    }
}
