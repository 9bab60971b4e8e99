// The storage root of a TPM, and what becomes of a TPM that was cleared or swapped.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyPlatform
import LatchkeyTPM
import LatchkeyTestSupport
import Testing

@Suite struct TPMStorageRootTests {
    private let software: SoftwareTPM

    init() throws { software = try SoftwareTPM() }

    @Test func `the storage root is made once, and found by everybody`() throws {
        let name = try TPM(software.name).enrol()
        #expect(name.bytes.count == 34)
        #expect(try TPM(software.name).enrol() == name)
        #expect(try software.tool("tpm2_getcap", "handles-persistent").output.contains("0x81000001"))
        let shown = try software.tool("tpm2_readpublic", "-c", "0x81000001").output
        #expect(shown.contains(Hex.digits(name.bytes)))
        #expect(try software.transientHandles() == [])
    }

    /// As systemd leaves one, or Windows.
    @Test(arguments: ["ecc", "rsa2048", "ecc384"])
    func `a storage root that is there already is taken, whatever its algorithm`(algorithm: String) throws {
        let context = software.directory + "/root"
        try software.mustRun(
            "tpm2_createprimary", "-C", "o", "-G", algorithm, "-c", context,
            "-a", "fixedtpm|fixedparent|sensitivedataorigin|userwithauth|noda|restricted|decrypt")
        try software.mustRun("tpm2_evictcontrol", "-C", "o", "-c", context, "0x81000001")
        try software.mustRun("tpm2_flushcontext", "-t")
        let tpm = try TPM(software.name)
        _ = try tpm.enrol()
        let object = try tpm.seal(secret("sealed"), for: secret("auth"), countsTries: false)
        #expect(try tpm.unseal(object, with: secret("auth")).inTest == secret("sealed").inTest)
    }

    @Test(arguments: [
        ["-a", "fixedtpm|fixedparent|sensitivedataorigin|userwithauth|noda|restricted|decrypt", "-p", "taken"],
        ["-a", "fixedtpm|fixedparent|sensitivedataorigin|userwithauth|restricted|decrypt"],
        ["-a", "fixedtpm|fixedparent|sensitivedataorigin|userwithauth|noda|sign"],
    ])
    func `a key that cannot be the storage root is refused`(options: [String]) throws {
        let context = software.directory + "/root"
        let words = ["-C", "o", "-G", options[1].contains("sign") ? "ecc:ecdsa" : "ecc", "-c", context] + options
        let run = try software.tool(["tpm2_createprimary"] + words)
        try #require(run.status == 0, "\(run.errors)")
        try software.mustRun("tpm2_evictcontrol", "-C", "o", "-c", context, "0x81000001")
        try software.mustRun("tpm2_flushcontext", "-t")
        #expect(refusal { try TPM(software.name).enrol() } == .storageRootUnusable)
        #expect(try software.transientHandles() == [])
    }

    /// A Name is of the public part, and an authorisation is not in it.
    @Test func `a storage root of the same Name that wants an authorisation is no wrong password`() throws {
        func makeRoot(_ options: [String]) throws {
            let context = software.directory + "/root"
            let words = [
                "tpm2_createprimary", "-C", "o", "-G", "ecc", "-c", context,
                "-a", "fixedtpm|fixedparent|sensitivedataorigin|userwithauth|noda|restricted|decrypt",
            ]
            let run = try software.tool(words + options)
            try #require(run.status == 0, "\(run.errors)")
            try software.mustRun("tpm2_evictcontrol", "-C", "o", "-c", context, "0x81000001")
            try software.mustRun("tpm2_flushcontext", "-t")
        }
        try makeRoot([])
        let tpm = try TPM(software.name)
        let name = try tpm.enrol()
        let object = try tpm.seal(secret("sealed"), for: .none, countsTries: false)
        tpm.rest()
        try software.mustRun("tpm2_evictcontrol", "-C", "o", "-c", "0x81000001")
        try makeRoot(["-p", "taken"])
        for tpm in [tpm, try TPM(software.name, storageRoot: name)] {
            #expect(refusal { try tpm.unseal(object, with: .none) } == .storageRootUnusable)
            #expect(refusal { try tpm.seal(secret("other"), for: .none, countsTries: false) } == .storageRootUnusable)
            tpm.rest()
        }
        #expect(refusal { try TPM(software.name).enrol() } == .storageRootUnusable)
        #expect(try software.transientHandles() == [])
    }

    /// Between the look and the making of the root, another program makes it.
    @Test func `who is not the first to make the storage root takes that of the other`() throws {
        let bus = try TPMProxy(software)
        defer { bus.end() }
        // TPM2_EvictControl makes it, and the answer is that something was there: TPM_RC_NV_DEFINED.
        bus.act { _, command in command == 0x120 ? .answerAfter(0x14C) : .pass }
        let tpm = try TPM(bus.name)
        let name = try tpm.enrol()
        bus.act { _, _ in .pass }
        let object = try tpm.seal(secret("sealed"), for: .none, countsTries: false)
        tpm.rest()
        let other = try TPM(bus.name, storageRoot: name)
        #expect(try other.unseal(object, with: .none).inTest == secret("sealed").inTest)
        other.rest()
        #expect(try software.transientHandles() == [])
    }

    @Test func `an owner with an authorisation has to have made the storage root`() throws {
        try software.mustRun("tpm2_changeauth", "-c", "owner", "taken")
        #expect(refusal { try TPM(software.name).enrol() } == .ownerHasAuthorisation)
        #expect(try software.transientHandles() == [])
    }

    @Test func `with a storage root an authorisation of the owner does no harm, but no index can be made`() throws {
        let tpm = try TPM(software.name)
        _ = try tpm.enrol()
        tpm.rest()
        try software.mustRun("tpm2_changeauth", "-c", "owner", "taken")
        let object = try tpm.seal(secret("sealed"), for: .none, countsTries: false)
        #expect(try tpm.unseal(object, with: .none).inTest == secret("sealed").inTest)
        #expect(
            refusal { try tpm.defineIndex(0x0180_4B01, for: secret("index")) }
                == .ownerHasAuthorisation)
    }

    @Test func `a TPM that was cleared is said to be`() throws {
        let tpm = try TPM(software.name)
        let root = try tpm.enrol()
        let object = try tpm.seal(secret("sealed"), for: .none, countsTries: false)
        tpm.rest()
        try software.mustRun("tpm2_clear")
        #expect(refusal { try tpm.unseal(object, with: .none) } == .storageRootMissing)
        // Another has made a new one since.
        tpm.rest()
        #expect(try TPM(software.name).enrol() != root)
        for tpm in [tpm, try TPM(software.name, storageRoot: root)] {
            #expect(refusal { try tpm.unseal(object, with: .none) } == .storageRootReplaced)
            tpm.rest()
        }
    }

    @Test func `a TPM that is another is said to be`() throws {
        let root = try TPM(software.name).enrol()
        let other = try SoftwareTPM()
        _ = try TPM(other.name).enrol()
        let swapped = try TPM(other.name, storageRoot: root)
        #expect(
            refusal { try swapped.seal(secret("sealed"), for: .none, countsTries: false) }
                == .storageRootReplaced)
    }

    @Test(arguments: ["device:/dev/no-such-tpm", "swtpm:path=/tmp/no-such-socket"])
    func `no TPM is an error of its own`(name: String) throws {
        #expect(refusal { try TPM(name).enrol() } == .noTPM)
    }

    /// libtss2 would load it.
    @Test(arguments: ["", "cmd:true", "/tmp/a.so", "libtss2-tcti-device.so.0:/dev/tpm0", "device", "swtpm:port=1"])
    func `a way to a TPM of another kind is refused`(name: String) throws {
        #expect(refusal { try TPM(name) } == .noTPM)
    }
}
