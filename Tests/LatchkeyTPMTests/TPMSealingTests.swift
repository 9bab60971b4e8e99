// Secrets that a TPM seals.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyPlatform
import LatchkeyTPM
import LatchkeyTestSupport
import Testing

@Suite struct TPMSealingTests {
    private let software: SoftwareTPM

    init() throws { software = try SoftwareTPM() }

    /// A TPM on which the storage root is there.
    private func enrolled() throws -> TPM {
        let tpm = try TPM(software.name)
        _ = try tpm.enrol()
        return tpm
    }

    @Test func `a sealed secret comes back`() throws {
        let tpm = try enrolled()
        let object = try tpm.seal(secret("sealed"), for: .none, countsTries: false)
        #expect(try tpm.unseal(object, with: .none).inTest == secret("sealed").inTest)
    }

    @Test(arguments: [true, false])
    func `a secret with an authorisation needs it`(countsTries: Bool) throws {
        let tpm = try enrolled()
        let object = try tpm.seal(secret("sealed"), for: secret("auth"), countsTries: countsTries)
        #expect(try tpm.unseal(object, with: secret("auth")).inTest == secret("sealed").inTest)
        #expect(refusal { try tpm.unseal(object, with: secret("other")) } == .wrongAuthorisation)
        #expect(refusal { try tpm.unseal(object, with: .none) } == .wrongAuthorisation)
        #expect(try tpm.lockout().failures == (countsTries ? 2 : 0))
        #expect(try tpm.unseal(object, with: secret("auth")).inTest == secret("sealed").inTest)
    }

    /// The TPM takes zeros off the end of an authorisation.
    @Test func `an authorisation that ends with zeros is one like others`() throws {
        let tpm = try enrolled()
        let authorisation = secret("auth").inTest.prefix(30) + [0, 0]
        let object = try tpm.seal(secret("sealed"), for: SecretBytes(recorded: Array(authorisation)), countsTries: true)
        let found = try tpm.unseal(object, with: SecretBytes(recorded: Array(authorisation)))
        #expect(found.inTest == secret("sealed").inTest)
    }

    @Test func `a secret outlives the power, and is sealed by this TPM alone`() throws {
        let root = try TPM(software.name).enrol()
        let object = try TPM(software.name, storageRoot: root).seal(secret("sealed"), for: .none, countsTries: false)
        try software.powerCycle()
        let found = try TPM(software.name, storageRoot: root).unseal(object, with: .none)
        #expect(found.inTest == secret("sealed").inTest)

        let other = try SoftwareTPM()
        let stranger = try TPM(other.name)
        #expect(try stranger.enrol() != root)
        #expect(refusal { try stranger.unseal(object, with: .none) } == .foreignObject)
    }

    @Test(arguments: [0, 1, 5, 70, 159])
    func `a damaged object is told from a wrong authorisation`(place: Int) throws {
        let tpm = try enrolled()
        let object = try tpm.seal(secret("sealed"), for: .none, countsTries: true)
        var bytes = object.privatePart
        bytes[place] ^= 1
        let damaged = TPMObject(privatePart: bytes, publicPart: object.publicPart)
        #expect(refusal { try tpm.unseal(damaged, with: .none) } == .foreignObject)
        for cut in [0, 1, object.privatePart.count - 1] {
            let damaged = TPMObject(privatePart: Array(object.privatePart.prefix(cut)), publicPart: object.publicPart)
            #expect(refusal { try tpm.unseal(damaged, with: .none) } == .foreignObject)
        }
        let long = TPMObject(privatePart: object.privatePart, publicPart: object.publicPart + [0])
        #expect(refusal { try tpm.unseal(long, with: .none) } == .foreignObject)
        #expect(try tpm.lockout().failures == 0)
        #expect(try tpm.unseal(object, with: .none).inTest == secret("sealed").inTest)
    }

    @Test func `nothing stays in the TPM, whatever happens`() throws {
        do {
            let tpm = try enrolled()
            let object = try tpm.seal(secret("sealed"), for: secret("auth"), countsTries: true)
            for _ in 0..<5 {
                _ = try tpm.unseal(object, with: secret("auth"))
                _ = refusal { try tpm.unseal(object, with: secret("other")) }
                if try tpm.lockout().failures > 1 { break }
            }
            let damaged = TPMObject(privatePart: object.privatePart.reversed(), publicPart: object.publicPart)
            _ = refusal { try tpm.unseal(damaged, with: .none) }
        }
        #expect(try software.transientHandles() == [])
    }

    @Test func `a restart of the TPM between two calls is not noticed`() throws {
        let tpm = try enrolled()
        let object = try tpm.seal(secret("sealed"), for: secret("auth"), countsTries: true)
        let key = try tpm.makeKey(for: secret("auth"))
        for keepsLoaded in [false, true] {
            _ = try tpm.sign(
                [UInt8](repeating: 7, count: 32), with: key, authorisation: secret("auth"), keepsLoaded: keepsLoaded)
            try software.powerCycle()
            #expect(try tpm.unseal(object, with: secret("auth")).inTest == secret("sealed").inTest)
            _ = try tpm.sign(
                [UInt8](repeating: 7, count: 32), with: key, authorisation: secret("auth"), keepsLoaded: keepsLoaded)
            try software.powerCycle()
            _ = try tpm.sign(
                [UInt8](repeating: 7, count: 32), with: key, authorisation: secret("auth"), keepsLoaded: keepsLoaded)
        }
    }

    @Test func `threads that share a TPM wait for one another`() async throws {
        let tpm = try enrolled()
        let object = try tpm.seal(secret("sealed"), for: secret("auth"), countsTries: true)
        let right = await withTaskGroup(of: Int.self) { group in
            for _ in 0..<8 {
                group.addTask {
                    (0..<5).filter { _ in
                        (try? tpm.unseal(object, with: secret("auth")).inTest) == secret("sealed").inTest
                    }.count
                }
            }
            return await group.reduce(0, +)
        }
        #expect(right == 40)
    }
}
