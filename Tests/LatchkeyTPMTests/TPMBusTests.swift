// What goes over the bus to a TPM: how many commands, and nothing that is secret.
// SPDX-License-Identifier: Apache-2.0

import Crypto
import LatchkeyPlatform
import LatchkeyTPM
import LatchkeyTestSupport
import Testing

@Suite struct TPMBusTests {
    private let software: SoftwareTPM
    private let bus: TPMProxy
    private let root: TPMName

    init() throws {
        software = try SoftwareTPM()
        root = try TPM(software.name).enrol()
        bus = try TPMProxy(software)
    }

    private func throughBus() throws -> TPM { try TPM(bus.name, storageRoot: root) }

    /// The commands by their numbers in the specification.
    private enum Command {
        static let unseal: UInt32 = 0x15E
        static let startSession: UInt32 = 0x176
        static let load: UInt32 = 0x157
        static let flush: UInt32 = 0x165
        static let readPublic: UInt32 = 0x173
        static let capability: UInt32 = 0x17A
        static let sign: UInt32 = 0x15D
        static let readIndexPublic: UInt32 = 0x169
        static let readIndex: UInt32 = 0x14E
        static let extendIndex: UInt32 = 0x136
    }

    @Test func `an unlock is six commands, from the opening of the TPM on`() throws {
        defer { bus.end() }
        let object = try TPM(software.name, storageRoot: root).seal(secret("U"), for: secret("auth"), countsTries: true)
        let tpm = try throughBus()
        _ = try tpm.lockout()
        _ = try tpm.unseal(object, with: secret("auth"))
        #expect(
            bus.takeExchanges().map(\.code) == [
                Command.capability, Command.readPublic, Command.startSession, Command.load,
                // The first try in a boot makes the TPM write down that there was one. It then wants the command again.
                Command.unseal, Command.unseal, Command.flush,
            ])
        tpm.rest()
        _ = try tpm.lockout()
        _ = try tpm.unseal(object, with: secret("auth"))
        #expect(
            bus.takeExchanges().map(\.code) == [
                Command.capability, Command.readPublic, Command.startSession, Command.load, Command.unseal,
                Command.flush,
            ])
        // The next one knows the storage root.
        _ = try tpm.lockout()
        _ = try tpm.unseal(object, with: secret("auth"))
        #expect(bus.takeExchanges().count == 5)
    }

    @Test func `an advance of an anchor is four commands`() throws {
        defer { bus.end() }
        let tpm = try throughBus()
        try tpm.defineIndex(0x0180_4B01, for: secret("index"))
        for _ in 0..<2 {
            _ = bus.takeExchanges()
            try tpm.withIndex(0x0180_4B01, authorisation: secret("index")) { index in
                Result {
                    _ = try index.read()
                    try index.extend(with: [UInt8](repeating: 1, count: 32))
                }
            }.get()
            #expect(
                bus.takeExchanges().map(\.code) == [
                    Command.readIndexPublic, Command.startSession, Command.readIndex, Command.extendIndex,
                ])
        }
    }

    @Test func `a signature is three commands, and one while the key is kept`() throws {
        defer { bus.end() }
        let tpm = try throughBus()
        let key = try tpm.makeKey(for: secret("auth"))
        _ = bus.takeExchanges()
        let digest = [UInt8](repeating: 1, count: 32)
        _ = try tpm.sign(digest, with: key, authorisation: secret("auth"), keepsLoaded: true)
        #expect(bus.takeExchanges().map(\.code) == [Command.startSession, Command.load, Command.sign])
        _ = try tpm.sign(digest, with: key, authorisation: secret("auth"), keepsLoaded: true)
        #expect(bus.takeExchanges().map(\.code) == [Command.sign])
    }

    /// Everything that Latchkey does with a TPM, with secrets that the test knows.
    @Test func `nothing that is secret is on the bus, whole or in pieces, and no password session`() throws {
        defer { bus.end() }
        let deviceKey = secret("device key")
        let sealed = secret("U")
        let authorisation = secret("auth")
        let tpm = try throughBus()
        let device = try tpm.seal(deviceKey, for: .none, countsTries: false)
        let object = try tpm.seal(sealed, for: authorisation, countsTries: true)
        #expect(try tpm.unseal(device, with: .none).inTest == deviceKey.inTest)
        #expect(try tpm.unseal(object, with: authorisation).inTest == sealed.inTest)
        _ = refusal { try tpm.unseal(object, with: secret("password")) }
        try tpm.defineIndex(0x0180_4B01, for: secret("index"))
        try tpm.withIndex(0x0180_4B01, authorisation: secret("index")) { index in
            Result {
                _ = try index.read()
                try index.extend(with: secret("extension").inTest)
            }
        }.get()
        let key = try tpm.makeKey(for: authorisation)
        _ = try tpm.sign([UInt8](repeating: 3, count: 32), with: key, authorisation: authorisation)
        let other = P256.KeyAgreement.PrivateKey()
        let shared = try tpm.agree(
            with: Array(other.publicKey.x963Representation), using: key, authorisation: authorisation)
        try tpm.removeIndex(0x0180_4B01)

        let exchanges = bus.takeExchanges()
        #expect(exchanges.count > 30)
        let transcript = exchanges.flatMap { $0.command + $0.answer }
        let pieces = Pieces(of: transcript)
        let names = ["password", "device key", "U", "auth", "index", "extension"]
        for bytes in names.map({ secret($0).inTest }) + [shared.inTest] {
            #expect(pieces.occurrences(of: bytes) == 0)
        }
        // The search finds what is there: the point of the other is no secret, but a parameter, and hidden as well; the
        // public area of an index is not.
        #expect(pieces.occurrences(of: Array(other.publicKey.x963Representation)) == 0)
        #expect(pieces.occurrences(of: [0x01, 0x80, 0x4B, 0x01, 0x00, 0x0B, 0x22, 0x04, 0x00, 0x44]) > 0)

        for exchange in exchanges where exchange.hasSessions {
            #expect(!exchange.sessions.contains(0x4000_0009), "TPM_RS_PW is a password session")
            #expect(exchange.sessions.count == 1)
        }
    }

    /// The search of pieces would say nothing if secrets were on the bus as they are.
    @Test func `what is not protected is found on the bus`() throws {
        defer { bus.end() }
        // tpm2-tools, which protects nothing unless it is told to.
        let run = try CommandRun(
            ["/usr/bin/tpm2_nvdefine", "0x01804B02", "-C", "o", "-s", "32", "-p", "str:said aloud"],
            environment: ["TPM2TOOLS_TCTI": bus.name], in: software.directory)
        #expect(run.status == 0, "\(run.errors)")
        let heard = bus.takeExchanges().flatMap { $0.command + $0.answer }
        #expect(Pieces(of: heard).occurrences(of: Array("said aloud".utf8)) > 0)
        let plain = secret("plain").inTest
        #expect(Pieces(of: [1, 2, 3] + plain + [4]).occurrences(of: plain) > 0)
        #expect(Pieces(of: [1, 2, 3] + plain[8..<16] + [4]).occurrences(of: plain) == 1)
        #expect(Pieces(of: [1, 2, 3] + plain[8..<15] + [4]).occurrences(of: plain) == 0)
    }

    @Test func `a TPM that limits writes, or is busy, says that it helps to wait`() throws {
        defer { bus.end() }
        let tpm = try throughBus()
        try tpm.defineIndex(0x0180_4B01, for: secret("index"))
        for (code, error) in [(0x920, .rateLimited), (0x923, .busy), (0x922, .busy)] as [(UInt32, TPMError)] {
            bus.act { _, command in command == Command.extendIndex ? .answer(code) : .pass }
            let refused = try tpm.withIndex(0x0180_4B01, authorisation: secret("index")) { index in
                refusal { try index.extend(with: [UInt8](repeating: 1, count: 32)) }
            }
            #expect(refused == error)
        }
        bus.act { _, _ in .pass }
        let value = try tpm.withIndex(0x0180_4B01, authorisation: secret("index")) { index in
            Result { try index.read() }
        }.get()
        #expect(value == [UInt8](repeating: 0, count: 32))
    }

    /// The way is cut at each command of an unlock, before the TPM gets it and after.
    @Test func `a way that is cut is an error, and the next call opens another`() throws {
        defer { bus.end() }
        let object = try TPM(software.name, storageRoot: root).seal(secret("U"), for: secret("auth"), countsTries: true)
        for cut in 0..<5 {
            for action in [TPMProxy.Action.cutBefore, .cutAfter] {
                let tpm = try throughBus()
                bus.act { number, _ in number == cut ? action : .pass }
                // The flush at the end is nobody's business.
                let refused = refusal { try tpm.unseal(object, with: secret("auth")) }
                if case .unavailable? = refused {} else { #expect(cut == 4 && refused == nil) }
                bus.act { _, _ in .pass }
                try software.powerCycle()
                let found = try tpm.unseal(object, with: secret("auth"))
                #expect(found.inTest == secret("U").inTest)
                tpm.rest()
                // A loss of power after a try is counted, and there are more of them here than tries.
                try software.mustRun("tpm2_dictionarylockout", "--clear-lockout")
            }
        }
    }
}

extension TPMProxy.Exchange {
    /// The handles of the sessions that authorise the command.
    fileprivate var sessions: [UInt32] {
        // How many handles stand before them, by command.
        let handles =
            switch code {
            case 0x153, 0x157, 0x15D, 0x154, 0x15E, 0x12A: 1
            case 0x122, 0x136, 0x14E, 0x120: 2
            default: 0
            }
        var place = 10 + 4 * handles
        func number(_ size: Int) -> UInt32 {
            defer { place += size }
            guard place + size <= command.count else { return 0 }
            return command[place..<place + size].reduce(0) { $0 << 8 | UInt32($1) }
        }
        let end = Int(number(4)) + place
        var found: [UInt32] = []
        while place < end, place < command.count {
            found.append(number(4))
            place += Int(number(2)) + 1
            place += Int(number(2))
        }
        return found
    }
}

/// The pieces of eight bytes of a transcript.
private struct Pieces {
    private static let size = 8
    private let all: Set<[UInt8]>

    init(of bytes: [UInt8]) {
        all = Set((0...max(0, bytes.count - Self.size)).map { Array(bytes[$0..<min($0 + Self.size, bytes.count)]) })
    }

    /// How many pieces of a secret there are, at any place.
    func occurrences(of secret: [UInt8]) -> Int {
        guard secret.count >= Self.size else { return 0 }
        return (0...secret.count - Self.size).filter { all.contains(Array(secret[$0..<$0 + Self.size])) }.count
    }
}
