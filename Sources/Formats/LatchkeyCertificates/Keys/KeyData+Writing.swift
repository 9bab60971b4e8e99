// Writes keys in the standard forms.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyModel
package import LatchkeyPlatform

extension KeyData {
    /// The key in a standard form, in wiped memory.
    /// - Throws: `.unimplemented` for a form that keys of this kind or class do not have.
    package func der(_ format: KeyFormat) throws(KeychainError) -> ItemSecret {
        switch (format, kind.type, keyClass) {
        case (.pkcs1, .rsa, _): return externalRepresentation
        case (.sec1, .ellipticCurve, .private):
            var writer = writer()
            try writeSEC1(to: &writer, namesCurve: true)
            return writer.finished()
        case (.pkcs8, _, .private): return try pkcs8()
        case (.subjectPublicKeyInfo, _, .public):
            var writer = writer()
            writer.prepend([0] + publicOctets)
            writer.wrap(SecretDERWriter.bitString, since: 0)
            writer.prepend(try kind.algorithmIdentifier())
            writer.wrap(SecretDERWriter.sequence, since: 0)
            return writer.finished()
        default: throw KeychainError(.unimplemented, during: "writing a key in a form that it does not have")
        }
    }

    /// With room for the key twice and for every header.
    private func writer() -> SecretDERWriter {
        SecretDERWriter(capacity: externalRepresentation.count + publicOctets.count + 128)
    }

    private func pkcs8() throws(KeychainError) -> ItemSecret {
        var writer = writer()
        switch kind {
        case .rsa: unsafe externalRepresentation.bytes.withUnsafeBytes { unsafe writer.prepend($0) }
        case .p192, .p224, .p256, .p384, .p521: try writeSEC1(to: &writer, namesCurve: false)
        case .mlKEM768, .mlKEM1024, .mlDSA65, .mlDSA87: writeSeed(to: &writer)
        case .ed25519, .x25519, .ed448, .x448:
            unsafe externalRepresentation.bytes.withUnsafeBytes { unsafe writer.prepend($0) }
            writer.wrap(SecretDERWriter.octetString, since: 0)
        }
        writer.wrap(SecretDERWriter.octetString, since: 0)
        writer.prepend(try kind.algorithmIdentifier())
        writer.prepend([SecretDERWriter.integer, 1, 0])
        writer.wrap(SecretDERWriter.sequence, since: 0)
        return writer.finished()
    }

    /// [0] the seed, which is what stands before the public key (RFC 9881 and RFC 9935, section 6)
    private func writeSeed(to writer: inout SecretDERWriter) {
        let size = externalRepresentation.count - publicOctets.count
        unsafe externalRepresentation.bytes.withUnsafeBytes { bytes in
            unsafe writer.prepend(UnsafeRawBufferPointer(rebasing: bytes[..<size]))
        }
        writer.wrap(0x80, since: 0)
    }

    private func writeSEC1(to writer: inout SecretDERWriter, namesCurve: Bool) throws(KeychainError) {
        // [1] the point
        writer.prepend([0] + publicOctets)
        writer.wrap(SecretDERWriter.bitString, since: 0)
        writer.wrap(0xa1, since: 0)
        if namesCurve {
            // [0] the curve, which is the tail of the AlgorithmIdentifier: SEQUENCE, id-ecPublicKey (9 bytes), curve
            let mark = writer.mark
            writer.prepend(Array(try kind.algorithmIdentifier().dropFirst(11)))
            writer.wrap(0xa0, since: mark)
        }
        let mark = writer.mark
        let start = publicOctets.count
        unsafe externalRepresentation.bytes.withUnsafeBytes { bytes in
            unsafe writer.prepend(UnsafeRawBufferPointer(rebasing: bytes[start...]))
        }
        writer.wrap(SecretDERWriter.octetString, since: mark)
        writer.prepend([SecretDERWriter.integer, 1, 1])
        writer.wrap(SecretDERWriter.sequence, since: 0)
    }
}
