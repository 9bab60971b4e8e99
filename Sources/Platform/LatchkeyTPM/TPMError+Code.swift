// What the codes of libtss2 mean.
// SPDX-License-Identifier: Apache-2.0

import CLatchkeyTPM

extension TPMError {
    /// - Parameter code: any but 0.
    init(code: UInt32) {
        guard code != TPMCode.noLibrary else {
            self = .noTPM
            return
        }
        guard TPMCode.isOfTPM(code) else {
            self = .unavailable(code)
            return
        }
        self =
            switch TPMCode.kind(of: code) {
            case .authorisationFailed, .badAuthorisation: .wrongAuthorisation
            case .lockout: .lockedOut(seconds: nil)
            case .rate: .rateLimited
            case .retry, .testing, .yielded, .memoryUnavailable: .busy
            case .handle, .reference: .notFound
            case .indexDefined: .exists
            case .integrity, .binding, .size, .value: .foreignObject
            case .indexSpace, .memory: .full
            case .failure, .notInitialised: .unavailable(code)
            case .indexUnwritten, nil: .refused(code)
            }
    }

    /// What libtss2 says of a code.
    static func words(for code: UInt32) -> String {
        guard let words = unsafe latchkey_tpm_words(code) else { return "0x" + String(code, radix: 16) }
        return unsafe String(cString: words)
    }
}

/// The parts of a response code (TPM 2.0 Library, part 2, section 6.6; TSS 2.0 Overview, section 3).
enum TPMCode {
    static let noLibrary = UInt32(latchkey_tpm_no_library)
    static let badBytes = UInt32(latchkey_tpm_bad_bytes)

    /// Those that somebody tells apart. Several are one for us.
    enum Kind {
        case authorisationFailed, badAuthorisation, lockout, rate, retry, testing, yielded, memoryUnavailable
        case handle, reference, indexDefined, indexSpace, indexUnwritten, integrity, binding, size, value, memory
        case failure, notInitialised
    }

    /// The TPM itself has answered, and not what is on the way to it. The kernel's resource manager has a layer of its
    /// own for the TPM's codes.
    static func isOfTPM(_ code: UInt32) -> Bool { code >> 16 == 0 || code >> 16 == 11 || code >> 16 == 12 }

    /// The functions that read and write structures have given it.
    static func isOfMarshalling(_ code: UInt32) -> Bool { code >> 16 == 9 }

    /// The shim has given it: nothing was asked of libtss2.
    static func isOwn(_ code: UInt32) -> Bool { code >> 16 == UInt32(latchkey_tpm_own_layer) }

    static func kind(of code: UInt32) -> Kind? {
        let code = code & 0xFFFF
        // With bit 7 set, bits 8 to 11 and 6 say which parameter, handle or session it is about.
        guard code & 0x80 == 0 else {
            return switch code & 0xBF {
            case 0x84: .value
            case 0x8B: .handle
            case 0x8E: .authorisationFailed
            case 0x95: .size
            case 0x9F: .integrity
            case 0xA2: .badAuthorisation
            case 0xA5: .binding
            default: nil
            }
        }
        return switch code {
        case 0x100: .notInitialised
        case 0x101: .failure
        case 0x14A: .indexUnwritten
        case 0x14B: .indexSpace
        case 0x14C: .indexDefined
        case 0x901...0x906: .memory
        case 0x908: .yielded
        case 0x90A: .testing
        case 0x910...0x91E: .reference
        case 0x920: .rate
        case 0x921: .lockout
        case 0x922: .retry
        case 0x923: .memoryUnavailable
        default: nil
        }
    }
}
