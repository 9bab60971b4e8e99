// Indices of a TPM that are only ever extended.
// SPDX-License-Identifier: Apache-2.0

import Crypto
import LatchkeyPlatform
import LatchkeyTPM
import LatchkeyTestSupport
import Testing

@Suite struct TPMIndexTests {
    private let software: SoftwareTPM
    private let tpm: TPM
    private let handle: UInt32 = 0x0180_4B01

    init() throws {
        software = try SoftwareTPM()
        tpm = try TPM(software.name)
        _ = try tpm.enrol()
    }

    private func value(_ authorisation: borrowing SecretBytes) throws -> [UInt8] {
        try tpm.withIndex(handle, authorisation: authorisation) { index in Result { try index.read() } }.get()
    }

    private func extend(_ byte: UInt8, _ authorisation: borrowing SecretBytes) throws {
        try tpm.withIndex(handle, authorisation: authorisation) { index in
            Result { try index.extend(with: [UInt8](repeating: byte, count: 32)) }
        }.get()
    }

    @Test func `a value is the digest of the one before and what it is extended with`() throws {
        try tpm.defineIndex(handle, for: secret("index"))
        var expected = [UInt8](repeating: 0, count: 32)
        #expect(try value(secret("index")) == expected)
        for byte in UInt8(1)...5 {
            try extend(byte, secret("index"))
            expected = Array(SHA256.hash(data: expected + [UInt8](repeating: byte, count: 32)))
            #expect(try value(secret("index")) == expected)
            if byte == 3 { try software.powerCycle() }
        }
    }

    @Test func `it is neither read nor extended without its authorisation, and nobody is locked out`() throws {
        try tpm.defineIndex(handle, for: secret("index"))
        try extend(1, secret("index"))
        for _ in 0..<4 {
            #expect(throws: TPMError.wrongAuthorisation) { try value(secret("other")) }
            #expect(throws: TPMError.wrongAuthorisation) { try extend(2, secret("other")) }
        }
        #expect(try tpm.lockout().failures == 0)
        tpm.rest()
        // Nor by the owner, nor is it written.
        #expect(try software.tool("tpm2_nvread", "0x01804B01", "-C", "o").status != 0)
        #expect(try software.tool("tpm2_nvextend", "0x01804B01", "-C", "o", "-i", "/etc/hostname").status != 0)
        #expect(try software.tool("tpm2_nvwrite", "0x01804B01", "-C", "o", "-i", "/etc/hostname").status != 0)
    }

    @Test func `an index that is there, or is not, is an error of its own`() throws {
        #expect(throws: TPMError.notFound) { try value(secret("index")) }
        #expect(throws: TPMError.notFound) { try tpm.removeIndex(handle) }
        try tpm.defineIndex(handle, for: secret("index"))
        #expect(throws: TPMError.exists) { try tpm.defineIndex(handle, for: secret("index")) }
        #expect(try tpm.indices(in: TPM.ownersIndices) == [handle])
        try tpm.removeIndex(handle)
        #expect(try tpm.indices(in: TPM.ownersIndices) == [])
        #expect(throws: TPMError.notFound) { try value(secret("index")) }
    }

    @Test func `indices are listed in their order, and those of others are left out`() throws {
        for place in [3, 1, 2] as [UInt32] { try tpm.defineIndex(handle + place, for: secret("index")) }
        tpm.rest()
        try software.mustRun("tpm2_nvdefine", "0x01C10001", "-C", "p", "-s", "8", "-a", "ppwrite|ppread|platformcreate")
        #expect(try tpm.indices(in: TPM.ownersIndices) == [handle + 1, handle + 2, handle + 3])
        #expect(try tpm.indices(in: handle + 2...handle + 2) == [handle + 2])
    }

    @Test func `an index of another kind is not taken for one of ours`() throws {
        try tpm.defineIndex(handle, for: secret("index"))
        func isOurs() throws -> Bool {
            try tpm.withIndex(handle, authorisation: .none) { index in Result { try index.isExtendIndex() } }.get()
        }
        #expect(try isOurs())
        try extend(1, secret("index"))
        #expect(try isOurs())
        try tpm.removeIndex(handle)
        tpm.rest()
        try software.mustRun(
            "tpm2_nvdefine", "0x01804B01", "-C", "o", "-s", "32", "-a", "authread|authwrite|no_da")
        #expect(try !isOurs())
    }

    @Test func `a TPM whose memory is used up says so`() throws {
        var full: TPMError?
        for place in UInt32(0)..<4096 {
            full = refusal { try tpm.defineIndex(handle + place, for: secret("index")) }
            if full != nil { break }
        }
        #expect(full == .full)
    }
}
