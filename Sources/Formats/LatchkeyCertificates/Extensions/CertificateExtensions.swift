// Reads the extensions of a certificate (RFC 5280, section 4.2).
// SPDX-License-Identifier: Apache-2.0

package import SwiftASN1

/// The extensions that are known here. One of them that cannot be read makes a certificate that is kept and never
/// trusted; if it is critical, it makes none.
package struct CertificateExtensions: Hashable, Sendable {
    package var subjectKeyID: [UInt8]?
    package var authorityKeyID: [UInt8]?
    /// The alternative names of the subject.
    package var names: [GeneralName] = []
    /// Whether who does not understand the alternative names must not take the certificate.
    package private(set) var hasCriticalNames = false
    package var basicConstraints: BasicConstraints?
    /// Nil if it does not say what its key is for.
    package var keyUsage: KeyUsage?
    /// Nil if it does not say what it is for.
    package var purposes: [ASN1ObjectIdentifier]?
    package var nameConstraints: NameConstraints?
    /// Whether its issuer wants nobody to ask whether it was revoked (RFC 6960, section 4.2.2.2.1).
    package var isNeverAskedAbout = false
    /// Which lists say whether it was revoked, beside those of its issuer. Nothing is fetched from them.
    package var distributionPoints: [DistributionPoint] = []
    /// Most of them that are looked at.
    static let mostDistributionPoints = 64
    /// Nil if it names none.
    package var policies: [ASN1ObjectIdentifier]?
    package var policyMappings: [PolicyMapping] = []
    package var policyConstraints: PolicyConstraints?
    package var inhibitAnyPolicy: Int?
    /// Whether a known one cannot be read.
    package private(set) var isUnreadable = false
    /// Whether one is critical that is not known.
    package private(set) var hasUnknownDemand = false
    /// Whether one is there twice.
    package private(set) var hasDuplicate = false

    /// Most extensions of a certificate that is read.
    private static let greatestCount = 1 << 13

    /// Reads the tail of the certificate's fields: unique identifiers, which are skipped, and the extensions.
    /// - Throws: for a structure that is none, and for a critical extension that is known and cannot be read.
    init(remaining fields: inout ASN1NodeCollection.Iterator) throws {
        var next = fields.next()
        for number: UInt in 1...2 where next?.identifier == .context(number) { next = fields.next() }
        guard let node = next else { return }
        guard fields.next() == nil else { throw malformed() }
        try DER.explicitlyTagged(node, tagNumber: 3, tagClass: .contextSpecific) { try read($0) }
    }

    private mutating func read(_ list: ASN1Node) throws {
        var seen: Set<ASN1ObjectIdentifier> = []
        for node in try list.children(of: .sequence) {
            guard seen.count < Self.greatestCount else { throw malformed() }
            let read = try ReadExtension(node)
            if !seen.insert(read.type).inserted { hasDuplicate = true }
            guard let extensionType = KnownExtension(read.type) else {
                if read.isCritical { hasUnknownDemand = true }
                continue
            }
            if extensionType == .alternativeNames { hasCriticalNames = read.isCritical }
            do {
                try extensionType.read(read.contents, into: &self)
            } catch {
                guard !read.isCritical else { throw malformed() }
                isUnreadable = true
            }
        }
        guard !seen.isEmpty else { throw malformed() }
    }
}
