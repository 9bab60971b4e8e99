// What a failure of a TPM is for a keychain.
// SPDX-License-Identifier: Apache-2.0

package import LatchkeyPlatform

extension KeychainError {
    /// - Parameter operation: what was being done.
    package init(_ error: TPMError, during operation: StaticString) {
        self =
            switch error {
            case .noTPM:
                KeychainError(
                    .notAvailable, during: operation,
                    hint: "no TPM 2.0 can be used here; see who may use /dev/tpmrm0, and that libtss2 is installed")
            case .unavailable, .busy, .rateLimited:
                KeychainError(.notAvailable, during: operation, hint: "the TPM does not answer; try again")
            case .wrongAuthorisation: KeychainError(.authFailed, during: operation)
            case .lockedOut:
                KeychainError(
                    .authFailed, during: operation,
                    hint: "too many wrong tries have locked the TPM; wait, or reset it with `tpm2_dictionarylockout -c`"
                )
            case .storageRootMissing, .storageRootReplaced, .foreignObject, .notFound:
                KeychainError(
                    .notAvailable, during: operation,
                    hint:
                        "the TPM was cleared or is another one; move the folder of the keychains away, and restore a backup"
                )
            case .storageRootUnusable:
                KeychainError(
                    .notAvailable, during: operation,
                    hint: "what the TPM has at 0x81000001 is no storage root that can be used")
            case .ownerHasAuthorisation:
                KeychainError(
                    .notAvailable, during: operation,
                    hint: "the owner hierarchy of the TPM has an authorisation; take it away, and try again")
            case .full:
                KeychainError(
                    .notAvailable, during: operation,
                    hint: "the memory of the TPM is full; `tpm2_getcap handles-nv-index` tells who uses it")
            case .exists, .refused: KeychainError(.internalComponent, during: operation)
            }
    }
}
