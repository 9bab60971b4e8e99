// The formats of files with certificates and keys, by the names of macOS (reference 6.6).
// SPDX-License-Identifier: Apache-2.0

package enum ExternalFormat: String, Hashable, Sendable, CaseIterable {
    case openssl, pkcs8, x509, pemseq, bsafe, raw
    case openssh1, openssh2, pkcs7, pkcs12, netscape

    /// Why the format cannot be used, or nil if it can.
    package var hint: StaticString? {
        self == .openssh1 ? "this version has no keys of the first version of SSH" : nil
    }

    /// Several items in one file of its own form.
    package var isContainer: Bool { [.pkcs7, .pkcs12, .netscape].contains(self) }

    private static let sshHint: StaticString =
        "keys in the form of SSH Communications are not read; ssh-keygen -i -f FILE writes them as OpenSSH has them"

    /// What to do about a PEM block that can be read as no certificate and no key, or nil if its label is not known.
    package static func hint(forLabel label: String) -> StaticString? {
        switch label {
        case "SSH2 PUBLIC KEY", "SSH2 ENCRYPTED PRIVATE KEY": sshHint
        default: nil
        }
    }
}
