// The commands that work on certificates, keys and identities (reference 6.6).
// SPDX-License-Identifier: Apache-2.0

import LatchkeyModel

extension CommandTable {
    static let addCertificates = Command(
        "add-certificates", [CommandOption("k", "keychain", "Add to this keychain (default: the default keychain)")],
        operands: "file...", "Add certificates from files, each in PEM or DER.", action: AddCertificatesCommand.run)

    private static let keyAttributes = [
        CommandOption("a", "label", "Match the application label: a hash in hexadecimal, or text"),
        CommandOption("c", "creator", "Match the creator, a code of four characters"),
        CommandOption("d", "Match keys that decrypt"),
        CommandOption("D", "description", "Refused: keys have no description", .hidden),
        CommandOption("e", "Match keys that encrypt"),
        CommandOption("j", "comment", "Refused: keys have no comment", .hidden),
        CommandOption("l", "label", "Match the label"),
        CommandOption("r", "Match keys that derive"),
        CommandOption("s", "Match keys that sign"),
        CommandOption("t", "type", "Match the type: symmetric, public or private"),
        CommandOption("u", "Match keys that unwrap"),
        CommandOption("v", "Match keys that verify"),
        CommandOption("w", "Match keys that wrap"),
    ]

    static let findKey = Command(
        "find-key", keyAttributes, operands: "[keychain...]", "Find keys.", action: FindKeyCommand.run)

    static let setKeyPartitionList = Command(
        "set-key-partition-list", keyAttributes + partitions, operands: "[keychain...]",
        "Set who may read every key that matches.",
        action: { (arguments, context) throws(CommandFailure) in
            try PartitionListCommand(.key).run(arguments, context)
        })

    static let certificateCommands = [
        Command(
            "find-certificate",
            [
                CommandOption("a", "Show every match, not only the first"),
                CommandOption("c", "name", "Match a part of the common name, in any case"),
                CommandOption("e", "address", "Match the e-mail address"),
                CommandOption("m", "Show the e-mail addresses"),
                CommandOption("p", "Show the certificate in PEM"),
                CommandOption("Z", "Show the SHA-256 and SHA-1 hashes"),
            ], operands: "[keychain...]", "Find a certificate.", action: FindCertificateCommand.run),
        Command(
            "find-identity",
            [
                CommandOption(
                    "p", "policy",
                    "Use this policy: \(CertificatePolicy.allCases.map(\.rawValue).joined(separator: ", "))"),
                CommandOption("s", "name", "Require this host or e-mail address, as the policy has it"),
                CommandOption("v", "Show valid identities only"),
            ], operands: "[keychain...]", "List identities: certificates with their private key.",
            action: FindIdentityCommand.run),
        Command(
            "delete-certificate", deleting, operands: "[keychain...]", "Delete a certificate.",
            action: DeleteCertificateCommand.certificate),
        Command(
            "delete-identity", deleting, operands: "[keychain...]",
            "Delete a certificate and, unless another certificate has it too, its private key.",
            action: DeleteCertificateCommand.identity),
    ]

    private static let deleting = [
        CommandOption("c", "name", "Delete the one with this common name, or with this part of it"),
        CommandOption("Z", "hash", "Delete the one with this SHA-256 or SHA-1 hash, in hexadecimal"),
        CommandOption("t", "Delete its trust settings too"),
    ]

    static let preferredIdentities = [
        Command(
            "set-identity-preference",
            [
                CommandOption("n", "Prefer none: forget what was preferred for the service"),
                CommandOption("c", "name", "Prefer the identity with this common name, or with this part of it"),
                CommandOption(
                    "s", "service", "Prefer it for this URL, host, e-mail address or other name", .required),
                CommandOption("u", "usage", "Prefer it for these uses of its key (default: 0, any)"),
                CommandOption(
                    "Z", "hash", "Prefer the identity with this SHA-256 or SHA-1 hash, in hexadecimal"),
            ], operands: "[keychain...]", "Set the identity that is preferred for a service.",
            action: IdentityPreferenceCommands.set),
        Command(
            "get-identity-preference",
            [
                CommandOption(
                    "s", "service", "Show what is preferred for this URL, host, e-mail address or other name",
                    .required),
                CommandOption("u", "usage", "Show what is preferred for these uses of a key (default: 0, any)"),
                CommandOption("p", "Show the certificate in PEM"),
                CommandOption("c", "Show the common name"),
                CommandOption("Z", "Show the SHA-256 and SHA-1 hashes"),
            ], operands: "", "Show the identity that is preferred for a service.",
            action: IdentityPreferenceCommands.get),
    ]

    static let transferCommands = [
        Command(
            "export",
            [
                CommandOption("k", "keychain", "Export from this keychain (default: all of the search list)"),
                CommandOption(
                    "t", "type", "Export certs, allKeys, pubKeys, privKeys, identities or all (default: all)"),
                CommandOption(
                    "f", "format",
                    """
                    Use this format: openssl, openssh2, pkcs7, pkcs8, pkcs12, x509, bsafe, raw or pemseq (default: \
                    openssl for one, else pemseq)
                    """
                ),
                CommandOption("w", "Encrypt private keys under a passphrase (default for pkcs12)"),
                CommandOption("p", "Write PEM"),
                CommandOption(
                    "P", "passphrase",
                    "Encrypt private keys under this passphrase, - for standard input (default: ask)",
                    .secret),
                CommandOption(
                    "o", "file", "Write to this file, which must not be there yet (default: standard output)", .file),
            ], "Export certificates and keys. Without -w or -P, private keys are not encrypted.",
            action: ExportItemsCommand.run),
        Command(
            "import",
            [
                CommandOption("k", "keychain", "Import into this keychain (default: the default keychain)"),
                CommandOption("t", "type", "Require this type: pub, priv, cert or agg; PKCS#12 is imported whole"),
                CommandOption(
                    "f", "format",
                    "Require this format: openssl, openssh2, pkcs7, pkcs8, pkcs12, netscape, x509, bsafe, raw or pemseq"
                ),
                CommandOption("w", "Accepted: encrypted private keys are found out", .hidden),
                CommandOption("x", "Import private keys as ones that are never exported"),
                CommandOption(
                    "P", "passphrase", "Use this passphrase, - for standard input (default: ask where one is needed)",
                    .secret),
                CommandOption(
                    "a", "name value", "Set this attribute: labl, alis, and for keys atag or crtr; may be repeated",
                    .pair),
                CommandOption("A", "Let any application read the keys"),
                CommandOption(
                    "T", "application", "Let this application read the keys; may be repeated, empty for none", .file),
            ], operands: "file", operandPlace: .leading,
            "Import the certificates and keys of a file, - for standard input.",
            action: ImportItemsCommand.run),
    ]

    static let verifyCertificate = Command(
        "verify-cert",
        [
            CommandOption("c", "file", "Verify this certificate; more may stand between it and the root", .file),
            CommandOption("r", "file", "Trust this root, and no others; may be repeated", .file),
            CommandOption(
                "p", "policy", "Use this policy: basic, ssl, eap, smime or codeSign; may be repeated (default: basic)"),
            CommandOption("C", "Verify the certificate of a client (default: of a server)"),
            CommandOption(
                "x", "file",
                "Require that the certificates are not revoked by this list or OCSP response; may be repeated", .file),
            CommandOption("s", "host", "Require this host"),
            CommandOption("n", "name", "Require this name, as -s", .hidden),
            CommandOption("e", "address", "Require this e-mail address"),
            CommandOption("d", "date", "Verify for this time, YYYY-MM-DD-hh:mm:ss in UTC"),
            CommandOption("k", "keychain", "Look for issuers in this keychain (default: in the search list)"),
            CommandOption("L", "Look for issuers in the files alone"),
            CommandOption("l", "Accepted: a certificate may be an authority", .hidden),
            CommandOption("q", "Say nothing"),
            CommandOption("v", "Show the chain"),
        ], operands: "", "Verify a certificate. No network is used; of revocation it knows what -x gives.",
        action: VerifyCertificateCommand.run)

    static let trustCommands = [
        Command(
            "add-trusted-cert",
            [
                CommandOption("d", "Decide for the machine"),
                CommandOption(
                    "r", "result", "Decide so: trustRoot, trustAsRoot, deny or unspecified (default: trustRoot)"),
                CommandOption(
                    "p", "policy",
                    "Decide for this policy: basic, ssl, smime or codeSign; may be repeated (default: all)"),
                CommandOption("s", "name", "Decide for this host or e-mail address (default: all)"),
                CommandOption("k", "keychain", "Add the certificates to this keychain too"),
            ], operands: "file...", "Trust the certificates of files, or never trust them.", action: TrustCommands.add),
        Command(
            "remove-trusted-cert", [CommandOption("d", "Take back decisions for the machine")], operands: "file...",
            "Take back every decision on the certificates of files.", action: TrustCommands.remove),
        Command(
            "dump-trust-settings",
            [
                CommandOption("s", "Show the roots of the system"),
                CommandOption("d", "Show the decisions for the machine"),
            ], operands: "", "Show the decisions of the user.", action: TrustCommands.dump),
    ]

    static let rawItem = Command(
        "item",
        [
            CommandOption("q", "Show the items that match (default)"),
            CommandOption("g", "Show their data too"),
            CommandOption("a", "Add an item"),
            CommandOption("u", "attr=value,...", "Change the items that match", .assignments),
            CommandOption("D", "Delete the items that match"),
            CommandOption("k", "keychain", "Use this keychain (default: the default keychain)"),
        ], operands: "class=class,attr=value,...", operandPlace: .assignments,
        """
        Find, add, change or delete items by the names of their columns. Other programs can see arguments: give \
        v_Data=- to read the data from standard input, or v_Data alone to be asked for it.
        """, action: RawItemCommand.run)
}
