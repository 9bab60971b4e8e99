// The keys of import and export, and the keys of the parameters of key operations.
// SPDX-License-Identifier: Apache-2.0

public import LatchkeyCFTypes

/// The passphrase, a string.
public let kSecImportExportPassphrase: CFString = "passphrase"

/// The keychain to import into.
public let kSecImportExportKeychain: CFString = "keychain"

/// The access object of imported keys.
public let kSecImportExportAccess: CFString = "access"

/// Whether imported items stay out of the keychain, a boolean.
public let kSecImportToMemoryOnly: CFString = "memory"

/// The name of an imported item, a string.
public let kSecImportItemLabel: CFString = "label"

/// The key identifier of an imported item, as data.
public let kSecImportItemKeyID: CFString = "keyid"

/// The trust object of an imported identity.
public let kSecImportItemTrust: CFString = "trust"

/// The certificates of an imported identity, an array.
public let kSecImportItemCertChain: CFString = "chain"

/// The imported identity.
public let kSecImportItemIdentity: CFString = "identity"

/// The size of the symmetric key of a hybrid encryption, a number of bits. Private.
public let kSecKeyEncryptionParameterSymmetricKeySizeInBits: CFString = "symKeySize"

/// The additional data that a hybrid encryption authenticates. Private.
public let kSecKeyEncryptionParameterSymmetricAAD: CFString = "aad"

/// The parameters of a second encryption, a dictionary. Private.
public let kSecKeyEncryptionParameterRecryptParameters: CFString = "recryptParams"

/// The certificate of a second encryption, as data. Private.
public let kSecKeyEncryptionParameterRecryptCertificate: CFString = "recryptCert"

/// The context string of a signature, as data. Private.
public let kSecKeySignatureParameterContext: CFString = "signatureContext"
