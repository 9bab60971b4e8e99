// The one error of every target: its code is Apple's OSStatus, its words stay in the process that knew them.
// SPDX-License-Identifier: Apache-2.0

/// A keychain operation that failed. Equality looks at ``code`` alone.
package struct KeychainError: Error, Sendable {
    package let code: Code
    /// What was being done. A literal, so it can hold no attribute value and no item data.
    package var operation: ErrorWords { words.operation }
    /// What the user can do about it, if there is something. A literal, like ``operation``.
    package var hint: ErrorWords? { words.hint }
    private let words: Words
    /// The failure below this one, if there was one.
    package let cause: Cause?

    package init(
        _ code: Code, during operation: StaticString, hint: StaticString? = nil, cause: Cause? = nil
    ) {
        self.code = code
        words = .literal(operation, hint)
        self.cause = cause
    }

    /// An error in the words of another one, or of the daemon.
    package init(_ code: Code, saying operation: ErrorWords, hint: ErrorWords? = nil, cause: Cause? = nil) {
        self.code = code
        words = .given(operation, hint)
        self.cause = cause
    }

    /// Most errors are thrown away by who expects them, so that no text is made of a literal before somebody reads it.
    private enum Words: Sendable {
        case literal(StaticString, StaticString?)
        case given(ErrorWords, ErrorWords?)

        var operation: ErrorWords {
            switch self {
            case .literal(let operation, _): ErrorWords(operation)
            case .given(let operation, _): operation
            }
        }

        var hint: ErrorWords? {
            switch self {
            case .literal(_, let hint): hint.map { ErrorWords($0) }
            case .given(_, let hint): hint
            }
        }
    }

    /// What the user reads of a password that was not tried, since wrong ones were before it.
    package static let untriedPassword: StaticString = "the password was not tried"

    /// Whether it is about a password that was not tried, so that nobody knows whether it is wrong.
    package var isOfUntriedPassword: Bool {
        guard case .wrongPasswords? = cause else { return false }
        return hint == ErrorWords(Self.untriedPassword)
    }

    package enum Cause: Hashable, Sendable {
        case errno(CInt)
        case sqlite(extendedCode: CInt)
        /// So many wrong passwords without a right one between them, and the seconds until the next may be tried.
        case wrongPasswords(inARow: Int, wait: Int)
        /// The password that a program seals an item under is missing or wrong.
        case applicationPassword
    }

    /// An `OSStatus` as a raw value, not an enum: it grows without breaking a caller.
    package struct Code: RawRepresentable, Hashable, Sendable {
        package let rawValue: Int32
        package init(rawValue: Int32) { self.rawValue = rawValue }
    }
}

extension KeychainError.Code {
    /// The feature is not there (`errSecUnimplemented`).
    package static let unimplemented = Self(rawValue: -4)
    /// No space on the volume (`errSecDiskFull`).
    package static let diskFull = Self(rawValue: -34)
    /// The store's file could not be read or written (`errSecIO`).
    package static let inputOutput = Self(rawValue: -36)
    /// An argument or a dictionary entry is invalid (`errSecParam`).
    package static let parameter = Self(rawValue: -50)
    /// No permission to write the file (`errSecWrPerm`).
    package static let writePermission = Self(rawValue: -61)
    /// Out of memory (`errSecAllocate`).
    package static let allocate = Self(rawValue: -108)
    /// The user dismissed the prompt (`errSecUserCanceled`).
    package static let userCanceled = Self(rawValue: -128)
    /// A component failed inside (`errSecInternalComponent`).
    package static let internalComponent = Self(rawValue: -2070)
    /// No entitlement, or a group the program is not entitled to (`errSecMissingEntitlement`).
    package static let missingEntitlement = Self(rawValue: -34018)
    /// No usable keychain (`errSecNotAvailable`).
    package static let notAvailable = Self(rawValue: -25291)
    /// The store can only be read (`errSecReadOnly`).
    package static let readOnly = Self(rawValue: -25292)
    /// The password, or the user, was refused (`errSecAuthFailed`).
    package static let authFailed = Self(rawValue: -25293)
    /// The named keychain does not exist (`errSecNoSuchKeychain`).
    package static let noSuchKeychain = Self(rawValue: -25294)
    /// The file is not a keychain (`errSecInvalidKeychain`).
    package static let invalidKeychain = Self(rawValue: -25295)
    /// A keychain of that name exists (`errSecDuplicateKeychain`).
    package static let duplicateKeychain = Self(rawValue: -25296)
    /// An item with the same primary key exists (`errSecDuplicateItem`).
    package static let duplicateItem = Self(rawValue: -25299)
    /// Nothing matches (`errSecItemNotFound`).
    package static let itemNotFound = Self(rawValue: -25300)
    /// A key of the dictionary is not an attribute of the class (`errSecNoSuchAttr`).
    package static let noSuchAttribute = Self(rawValue: -25303)
    /// The class is unknown, or contradicts the persistent reference (`errSecNoSuchClass`).
    package static let noSuchClass = Self(rawValue: -25306)
    /// No default keychain is set (`errSecNoDefaultKeychain`).
    package static let noDefaultKeychain = Self(rawValue: -25307)
    /// The class key is locked, or a prompt would be needed (`errSecInteractionNotAllowed`).
    package static let interactionNotAllowed = Self(rawValue: -25308)
    /// The keychain was made by a newer version (`errSecWrongSecVersion`).
    package static let wrongVersion = Self(rawValue: -25310)
    /// The bytes of a key may not leave the keychain (`errSecDataNotAvailable`).
    package static let dataNotAvailable = Self(rawValue: -25316)
    /// A signature is not the one of the key over the data (`errSecVerifyFailed`).
    package static let verifyFailed = Self(rawValue: -67808)
    /// A proof is missing, and the service sees to it (`errSecAuthNeeded`); never shown to a caller.
    package static let authNeeded = Self(rawValue: -25330)
    /// Bytes could not be decoded (`errSecDecode`).
    package static let decode = Self(rawValue: -26275)
    /// An inconsistency inside (`errSecInternal`).
    package static let internalError = Self(rawValue: -26276)
}

extension KeychainError: Hashable {
    package static func == (lhs: Self, rhs: Self) -> Bool { lhs.code == rhs.code }
    package func hash(into hasher: inout Hasher) { hasher.combine(code) }
}
