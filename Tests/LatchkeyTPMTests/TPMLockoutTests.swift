// The lockout of a TPM, which a keychain shares with everything else in it.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyPlatform
import LatchkeyTPM
import LatchkeyTestSupport
import Testing

@Suite struct TPMLockoutTests {
    private let software: SoftwareTPM

    init() throws { software = try SoftwareTPM() }

    private func enrolled() throws -> TPM {
        let tpm = try TPM(software.name)
        _ = try tpm.enrol()
        return tpm
    }

    @Test func `the state is that of the TPM, whoever has set it`() throws {
        try software.mustRun(
            "tpm2_dictionarylockout", "--setup-parameters", "--max-tries=7", "--recovery-time=120",
            "--lockout-recovery-time=60")
        #expect(try TPM(software.name).lockout() == TPMLockout(failures: 0, maximum: 7, interval: 120))
        try TPM(software.name).setLockout(tries: 32, interval: 600, recovery: 86_400)
        let shown = try software.tool("tpm2_getcap", "properties-variable").output
        #expect(shown.contains("TPM2_PT_MAX_AUTH_FAIL: 0x20") && shown.contains("TPM2_PT_LOCKOUT_INTERVAL: 0x258"))
        #expect(shown.contains("TPM2_PT_LOCKOUT_RECOVERY: 0x15180"))
    }

    @Test func `the lockout is not set if its hierarchy has an authorisation`() throws {
        let tpm = try enrolled()
        tpm.rest()
        try software.mustRun("tpm2_changeauth", "-c", "lockout", "taken")
        #expect(
            refusal { try tpm.setLockout(tries: 32, interval: 600, recovery: 86_400) }
                == .ownerHasAuthorisation)
    }

    /// Another program, such as what opens an encrypted disk, has used up the tries.
    @Test func `a lockout from outside is told with the time to wait, and noDA objects go on`() throws {
        let tpm = try enrolled()
        let (counted, free) = (
            try tpm.seal(secret("counted"), for: secret("auth"), countsTries: true),
            try tpm.seal(secret("free"), for: secret("auth"), countsTries: false)
        )
        try tpm.defineIndex(0x0180_4B01, for: secret("index"))
        try lockOut(tpm)
        #expect(try tpm.lockout().failures == 5)
        #expect(try tpm.lockout().nextTry == .refused(seconds: 3 * 1000))
        // The right authorisation, too.
        #expect(
            refusal { try tpm.unseal(counted, with: secret("auth")) }
                == .lockedOut(seconds: 3 * 1000))
        #expect(try tpm.unseal(free, with: secret("auth")).inTest == secret("free").inTest)
        let value = try tpm.withIndex(0x0180_4B01, authorisation: secret("index")) { index in
            refusal { try index.extend(with: [UInt8](repeating: 1, count: 32)) }
        }
        #expect(value == nil)

        tpm.rest()
        try software.mustRun("tpm2_dictionarylockout", "--clear-lockout")
        #expect(try tpm.unseal(counted, with: secret("auth")).inTest == secret("counted").inTest)
    }

    @Test func `a loss of power costs one try if one was made in that boot`() throws {
        let tpm = try enrolled()
        let object = try tpm.seal(secret("counted"), for: secret("auth"), countsTries: true)
        _ = try tpm.unseal(object, with: secret("auth"))
        try software.powerCycle()
        #expect(try tpm.lockout().failures == 1)
        try software.powerCycle()
        #expect(try tpm.lockout().failures == 1)
    }

    /// Five wrong tries of five, of another object.
    private func lockOut(_ tpm: TPM) throws {
        try tpm.setLockout(tries: 5, interval: 1000, recovery: 1000)
        let other = try tpm.seal(secret("other"), for: secret("PIN"), countsTries: true)
        for _ in 0..<5 { _ = refusal { try tpm.unseal(other, with: secret("guess")) } }
    }
}
