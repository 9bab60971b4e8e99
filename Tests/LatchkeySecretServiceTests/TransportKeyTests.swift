// Tests of the session's encryption, with numbers that Python's cryptography has computed.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyBus
import LatchkeyOpenSSL
import LatchkeyPlatform
import LatchkeyTestSupport
import Testing

@testable import LatchkeySecretService

@Suite("Encryption of sessions of the Secret Service")
struct TransportKeyTests {
    struct Vector: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let exponent: String
        let publicValue: String
        let peer: String
        let shared: String
        let sealed: String
    }

    static let vectors = [
        Vector(
            testDescription: "numbers that have all their bytes",
            exponent: "4e1195df020de59e0d65a33a4279f1183e7ae4e5d980e309f8b55adff2e61c3e",
            publicValue:
                "82212155bff7936305be9ea8b0ac1dce7c02102714bc1bfc8016c1493b13bcd46acfc26f17d5cd4d08ef0c74af74ea38"
                + "ed2aec8b9c3c285d4224b6bbcac5856dfbf89cfa4d67d57ea96742ec4247489baab50126b415ca16abe176a9094372f7"
                + "375d0a5423520cd223ee36f2623ff779d653b75ec11dfd93bba1ee440cc72d9c",
            peer:
                "ffab365a1ab25ab02302c04adf036a1a07f2dfe24c913cadcc8211d0cd10a01a28afd251015bb66ce2d738d983af10fe"
                + "799aa9a6b4b323e07d3c33dfb446f4f1e74408e3659ed684c92fbf127343cc3e876313f194faed9e63811aae1f2251e7"
                + "879d9e1e2db709f662cff5aefde2ca9adb364bb6e694df833e7c311a48e5a747",
            shared:
                "1d45ae7488964a4f0d6cabf7f905fb7b74bc9e9b4371c6d239e82751662f10ed4b9157370906f26683e4928cdbd85d14"
                + "590f46a5759e796ce3d2476fddf805b4545dae00d4e198ef45f9cf5ebb3f1fe4c2f0d0f671376d751b9507d5dab5cf8b"
                + "1aa88a8f10d62e70b9a672f9cff9ed2c7a68a85408ec268485da2a10dc96f70f",
            sealed: "a1b956b90098e8d394775970acab98a8312e2539bc472580fdcea5bd0c34d9c6"),
        Vector(
            testDescription: "a shared number with a zero in front",
            exponent: "b1e08e3658c6f11cb864ed8c2218a849aa224f072816c5a9f29375e6789264a2",
            publicValue:
                "aaaa5ebe75abd60589c2cd05f36c6d9f7795af7918590c5c962801733688151201f867ac5e85f359bf57d67a8e7266b0"
                + "e0ff5583508ed242f497aef4f7c1c433e4834e06c0f950b6452cc2bda0071bd6143fdf660530e2eb2ba37a49a265256d"
                + "ff0c20e990b3e6726761d6bda723f155af303dfe35632e5574b2dc51bc3a8307",
            peer:
                "3033e90059b19faeb91b328ef4bd7aedc8b527842dbf9aeb6db9286a592762ea4c75c45ae70c43ba9a1c93a275a49522"
                + "e0ff2842323d632efb2b79fefcdd0420768a2cafbd1b28bfeb07713a9489d838e157fce7bbeb15f14497522bf0a04d60"
                + "6b85cc2571cd307ee068ee4c6d8ea970ae714752b481179396298df81a286bb0",
            shared:
                "00e252541f979ebb56a8f1d5f243cb69db6924d6ba76657c7fa76462d11ec95f6876ec30f6e7f62541587fe841a10f81"
                + "8cac7526ee0925c967266cdf78836f837af6e0abdbd5dbbe4013161b0158cb2b4bd4ea423aef73e1304e810183b65582"
                + "386bf78e17f144fa0dfbb808140e09f34cfa9ac342e17cf314c959e5142cb60d",
            sealed: "46e5e465adcb61df2120fa3fa90b68770ed5304d582d618709c00d5b3ef25bb0"),
        Vector(
            testDescription: "another side's number with a zero in front",
            exponent: "2dea0d6f5958877ed74c649c9e74e34ea64c9f6dddd8bd5053751fcc69b8ad10",
            publicValue:
                "991070ee4f7461e299b3903066b00a6434c0b7a59c5371b0bd063e2f8690b08d7699a89eb4c6d79dcd57c6a5e09fdbf5"
                + "d13fb6fc8032506a3ca0376a87c1ed80a078d469de43cc456aca4d98eacf246c9736e5af6c36475398cc288b2a88b82e"
                + "3a57b90ef1b8bba5926b6ef535a6372ccf974abaf3c3ca28c638b9d06800d4de",
            peer:
                "00e9af8c375929c6ae196fdf060b64c6af1a48df5f9bd62b87e58d910bf0707dfc3c0efc1518a11dfa026a6cd93011e2"
                + "aeb2ca5dee0668b12ff3d3ba1d16fcfa715ddd428299797f9b3b4425bddc830df50cf5676349e39975ce8d350635b23a"
                + "7730990f866aafd0ead4ea768124ff53105b317272fa0baf44b1d10764ff05a5",
            shared:
                "5e26a6420cf355ca6959438d13848858fc5f5e8d689067a569575474ac6bc217b31c62dd573621cbc7bc40fc2e2012"
                + "296739ab78bb40419c7e704b58a8892c1b51d5f0d690a54b7c63dfa5ca83650725e08ff24ff823f4bd0c807324b83026"
                + "0c5e2f39f8e73f26786d1810a71e0a2f52f11c8ec76df741a6ca013c9fc829569a",
            sealed: "9a4479d04178beb28461eb222b7dbd03226589af7ab4d6e8bfd7dd954641503c"),
    ]

    @Test("Both sides have the key that others compute", arguments: vectors)
    func agreement(_ vector: Vector) throws {
        let exchange = try OakleyExchange(exponent: SecretBytes(unrecorded: bytes(vector.exponent)))
        #expect(exchange.publicValue == bytes(vector.publicValue))
        let peer = bytes(vector.peer)
        let shapes = [peer, [0] + peer, Array(peer.drop { $0 == 0 })]
        for shape in shapes {
            let shared = try exchange.sharedSecret(with: shape)
            let isRight = shared.isEqual(to: SecretBytes(unrecorded: bytes(vector.shared)))
            #expect(isRight)
            let key = TransportKey(sharedSecret: shared)
            let opened = key.open(secret(bytes(vector.sealed)), vector: secret(Array(0..<16)))
            #expect(opened == secret(Array("sixteen bytes ok".utf8)))
        }
    }

    @Test("A number by which anybody knows the key is refused")
    func badNumbers() throws {
        let prime = bytes(
            "ffffffffffffffffc90fdaa22168c234c4c6628b80dc1cd129024e088a67cc74020bbea63b139b22514a08798e3404ddef9519b3cd"
                + "3a431b302b0a6df25f14374fe1356d6d51c245e485b576625e7ec6f44c42e9a637ed6b0bff5cb6f406b7edee386bfb5a899f"
                + "a5ae9f24117c4b1fe649286651ece65381ffffffffffffffff")
        try #require(prime.count == 128)
        let below = prime.dropLast() + [0xfe]
        let refused: [[UInt8]] = [
            [], [0], [1], [UInt8](repeating: 0, count: 127) + [1], Array(below), prime, prime.dropLast() + [0xff],
            [1] + prime, [UInt8](repeating: 0, count: 130), [UInt8](repeating: 0xff, count: 129),
        ]
        for number in refused {
            let bench = ServiceBench()
            let refusal = bench.refusal(
                "OpenSession", Interface.service, at: Path.service,
                [.string(TransportKey.algorithm), .variant(.bytes(secret(number)))], by: .first)
            #expect(refusal == "Error.InvalidArgs")
        }
        let accepted: [[UInt8]] = [[2], Array(below.dropLast()) + [0xfd], [UInt8](repeating: 0, count: 128) + [2]]
        for number in accepted {
            let bench = ServiceBench()
            let answer = try bench.call(
                "OpenSession", Interface.service, at: Path.service,
                [.string(TransportKey.algorithm), .variant(.bytes(secret(number)))], by: .first)
            #expect(answer[0].contained?.octets?.count == 128)
        }
    }

    @Test("Every length comes back, a block longer than whole blocks", arguments: [0, 1, 15, 16, 17, 31, 32, 10_002])
    func lengths(_ count: Int) throws {
        let key = TransportKey(sharedSecret: SecretBytes(unrecorded: [UInt8](repeating: 7, count: 128)))
        let plain = secret((0..<count).map { UInt8(truncatingIfNeeded: $0) })
        let (vector, sealed) = try #require(key.seal(plain))
        #expect(vector.count == 16)
        #expect(sealed.count == (count / 16 + 1) * 16)
        #expect(key.open(sealed, vector: vector) == plain)
        let (second, _) = try #require(key.seal(plain))
        #expect(second != vector)
    }

    @Test("What is wrong with an encrypted secret is not told apart")
    func faults() throws {
        let bench = ServiceBench()
        let answer = try bench.call(
            "OpenSession", Interface.service, at: Path.service,
            [.string(TransportKey.algorithm), .variant(.bytes(secret([2])))], by: .first)
        let session = try #require(answer[1].objectPath)
        var messages: Set<String> = []
        let faults: [(vector: Int, value: [UInt8])] = [
            (0, [UInt8](repeating: 1, count: 16)), (15, [UInt8](repeating: 1, count: 16)), (16, []),
            (16, [UInt8](repeating: 1, count: 15)), (16, [UInt8](repeating: 1, count: 17)),
            (16, [UInt8](repeating: 1, count: 16)), (16, [UInt8](repeating: 9, count: 64)),
        ]
        for fault in faults {
            let message = BusValue.structure([
                .path(session), .bytes(secret([UInt8](repeating: 0, count: fault.vector))),
                .bytes(secret(fault.value)), .string(""),
            ])
            let number = bench.send(
                "CreateItem", Interface.collection, at: Path.login,
                [ServiceBench.properties("", [:]), message, .boolean(false)], by: .first)
            guard case .failure(let failure)? = bench.bus.answers[number]?.first else {
                Issue.record("a fault was taken")
                continue
            }
            messages.insert(failure.name + failure.message)
        }
        #expect(messages.count == 1)
        #expect(messages.first?.hasPrefix("org.freedesktop.DBus.Error.InvalidArgs") == true)
        #expect(try bench.search([:]).unlocked.isEmpty)
    }

    @Test("Every padding that is none is refused, and every one that is comes off")
    func paddings() throws {
        let key = secret([UInt8](repeating: 3, count: 16))
        let vector = secret([UInt8](repeating: 0, count: 16))
        for padding in 0...17 {
            for wrongAt in -1..<16 {
                // The block is made by taking the padding of a longer text for its end.
                var block = [UInt8](repeating: 0xaa, count: 16)
                for place in 0..<min(padding, 16) { block[15 - place] = UInt8(padding) }
                if padding == 0 || padding > 16 { block[15] = UInt8(padding) }
                if wrongAt >= 0 { block[15 - wrongAt] ^= 0x40 }
                let sealed = try #require(BlockCipher.aes128.encrypt(secret(block), key: key, vector: vector))
                let opened = BlockCipher.aes128.decrypt(sealed.part(0..<16), key: key, vector: vector)
                let isSound = (1...16).contains(padding) && (wrongAt < 0 || wrongAt >= padding)
                #expect((opened != nil) == isSound)
                if isSound { #expect(opened?.count == 16 - padding) }
            }
        }
    }

    private func secret(_ bytes: [UInt8]) -> ItemSecret { ItemSecret(SecretBytes(unrecorded: bytes)) }

    private func bytes(_ hex: String) -> [UInt8] {
        var (bytes, rest): ([UInt8], Substring) = ([], Substring(hex))
        while let byte = UInt8(rest.prefix(2), radix: 16) {
            bytes.append(byte)
            rest = rest.dropFirst(2)
        }
        return bytes
    }
}
