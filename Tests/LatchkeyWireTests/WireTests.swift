// Messages survive the way through the socket, and broken ones are refused.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import LatchkeyModel
import LatchkeyPlatform
import LatchkeyTestSupport
import LatchkeyWire
import Testing

/// The body of a frame.
private func body(_ value: some WireValue) throws -> [UInt8] {
    let frame = try WireCoder.frame(.request, sequence: 1, value)
    return unsafe frame.withUnsafeBytes { unsafe Array($0[FrameHeader.size...]) }
}

private func decoded<Value: WireValue>(_: Value.Type, _ bytes: [UInt8]) throws -> Value {
    try unsafe bytes.withRawBytes { bytes throws(KeychainError) in unsafe try WireCoder.decode(Value.self, from: bytes)
    }
}

/// What decodes encodes to the same bytes; anything else is `.decode`.
private func isErrorOrValue<Value: WireValue>(_: Value.Type, _ bytes: [UInt8]) throws -> Bool {
    do {
        return try body(decoded(Value.self, bytes)) == bytes
    } catch let error as KeychainError {
        return error.code == .decode
    }
}

private func survives<Value: WireValue>(_ value: Value) throws -> Bool {
    let bytes = try body(value)
    return try body(decoded(Value.self, bytes)) == bytes
}

/// Every truncation, every byte flipped in several ways, and a byte too many.
private func damages(of bytes: [UInt8], masks: [UInt8]) -> [[UInt8]] {
    var damaged = bytes.indices.map { Array(bytes[..<$0]) } + [bytes + [0]]
    for index in bytes.indices {
        for mask in masks {
            var flipped = bytes
            flipped[index] ^= mask
            damaged.append(flipped)
        }
    }
    return damaged
}

@Suite struct WireTests {
    @Test(arguments: 0..<50 as Range<UInt64>) func `every message survives the way there and back`(seed: UInt64) throws
    {
        var samples = Samples(seed: seed)
        for request in samples.requests() { #expect(try survives(AddressedRequest(request, to: samples.address()))) }
        for reply in samples.replies() { #expect(try survives(reply)) }
        for error in samples.errors() { #expect(try survives(error)) }
    }

    @Test func `a body of more values than its reader takes is refused`() throws {
        var query = ItemQuery(itemClass: .genericPassword)
        query.matching = [.account: .string("a"), .service: .string("b"), .label: .string("c")]
        let bytes = try body(query)
        func refusal(atMost values: Int) -> KeychainError.Code? {
            failure {
                try unsafe bytes.withRawBytes { bytes throws(KeychainError) in
                    _ = unsafe try WireCoder.decode(ItemQuery.self, from: bytes, atMost: values)
                }
            }
        }
        #expect(refusal(atMost: 3) == nil)
        #expect(refusal(atMost: 2) == .decode)
    }

    @Test func `no two kinds of requests or of answers have the same bytes`() throws {
        var samples = Samples(seed: 1)
        let requests = samples.requests()
        #expect(Set(requests.map(\.code)) == Set(RequestCode.allCases))
        #expect(try requests.map { try body($0)[0] } == requests.map(\.code.rawValue))
        #expect(try Set(samples.replies().map { try body($0)[0] }).count == 17)
    }

    @Test(arguments: 100..<104 as Range<UInt64>)
    func `a truncated or changed message is an error or another message, never a crash`(seed: UInt64) throws {
        var samples = Samples(seed: seed)
        let masks: [UInt8] = [0x01, 0x80, 0xff]
        for request in samples.requests() {
            for bytes in try damages(of: body(AddressedRequest(request, to: .existing("x"))), masks: masks) {
                let isRight = try isErrorOrValue(AddressedRequest.self, bytes)
                guard isRight else { Issue.record("a request of \(bytes.count) bytes"); return }
            }
        }
        for reply in samples.replies() {
            for bytes in try damages(of: body(reply), masks: masks) {
                let isRight = try isErrorOrValue(Reply.self, bytes)
                guard isRight else { Issue.record("an answer of \(bytes.count) bytes"); return }
            }
        }
        for error in samples.errors() {
            for bytes in try damages(of: body(error), masks: masks) {
                #expect(try isErrorOrValue(KeychainError.self, bytes))
            }
        }
    }

    @Test func `a value comes out as it went in`() throws {
        var addition = ItemAddition(itemClass: .internetPassword)
        addition.attributes = [.account: .string("me"), .port: .number(993), .comment: .data([0, 255])]
        addition.accessList = AccessList([.application(TrustedApplication(identifier: "T.a", path: "/a"))])
        addition.secret = ItemSecret(TestSecret("through the wire"))
        addition.returning = [.data, .persistentReference]
        guard case .add(let found) = try decoded(Request.self, body(Request.add(addition))) else {
            Issue.record("another request")
            return
        }
        #expect(found.itemClass == .internetPassword && found.attributes == addition.attributes)
        #expect(found.accessList == addition.accessList && found.secret == addition.secret)
        #expect(found.returning == addition.returning && found.accessControl == nil)
    }

    @Test func `an error keeps its words and its cause`() throws {
        let error = KeychainError(
            .authFailed, during: "unlocking", hint: "try again", cause: .wrongPasswords(inARow: 4, wait: 2))
        let found = try decoded(KeychainError.self, body(error))
        #expect(found.code == .authFailed && found.operation == "unlocking" && found.hint == "try again")
        #expect(found.cause == .wrongPasswords(inARow: 4, wait: 2))
    }

    @Test func `what a login tells comes out as it went in, and nothing else is taken`() throws {
        let (old, new) = (ItemSecret(TestSecret("the old one")), ItemSecret(TestSecret("the new one")))
        let unlocking = try body(LoginRequest(user: 1000, action: .unlock(password: old)))
        let changing = try body(LoginRequest(user: 0, action: .changePassword(old: old, new: new)))
        guard case .changePassword(old, new) = try decoded(LoginRequest.self, changing).action,
            case .unlock(old) = try decoded(LoginRequest.self, unlocking).action
        else {
            Issue.record("another login")
            return
        }
        #expect(try decoded(LoginRequest.self, unlocking).user == 1000)
        #expect(unlocking[..<10] == [1, 1, 0, 0, 3, 232, 0, 0, 0, UInt8(old.count)])
        for bytes in [unlocking, changing] {
            for damaged in damages(of: bytes, masks: [0x01, 0x80, 0xff]) {
                #expect(try isErrorOrValue(LoginRequest.self, damaged))
            }
        }
        for password in [[], [UInt8](repeating: 7, count: 1025)] {
            let secret = ItemSecret(SecretBytes(unrecorded: password))
            let bytes = try body(LoginRequest(user: 1000, action: .unlock(password: secret)))
            #expect(failure { _ = try decoded(LoginRequest.self, bytes) } == .decode)
        }
    }

    @Test func `a count that the bytes cannot hold is refused before memory is taken for it`() throws {
        var bytes: [UInt8] = [1]  // items
        bytes += UInt32.max.bigEndianBytes
        #expect(failure { _ = try decoded(Reply.self, bytes) } == .decode)
        let secret: [UInt8] = [15] + UInt32(32 << 20).bigEndianBytes + [1, 2, 3]
        #expect(failure { _ = try decoded(Request.self, secret) } == .decode)
    }

    @Test func `a message that no frame holds is not sent`() throws {
        let secret = ItemSecret(SecretBytes(unrecorded: [UInt8](repeating: 7, count: WireLimits.largestBody)))
        #expect(
            failure { _ = try WireCoder.frame(.request, sequence: 1, Request.unlock(password: secret)) } == .allocate)
        let fits = ItemSecret(SecretBytes(unrecorded: [UInt8](repeating: 7, count: WireLimits.largestBody - 5)))
        let frame = try WireCoder.frame(.request, sequence: 1, Request.unlock(password: fits))
        #expect(frame.count == WireLimits.largestBody + FrameHeader.size)
    }
}

@Suite struct WireHandshakeTests {
    @Test func `both ends agree on the highest version that they know`() throws {
        let greeting = try #require(Greeting(decoding: Greeting(versions: 1...3).encoded))
        #expect(greeting.versions == 1...3)
        #expect(Welcome(to: greeting, speaking: 1...2).version == 2)
        #expect(Welcome(to: greeting, speaking: 3...9).version == 3)
        let refusal = Welcome(to: greeting, speaking: 4...9)
        #expect(refusal.version == 0 && refusal.status == -25310)
        #expect(Welcome(decoding: refusal.encoded) == refusal)
        #expect(failure { try refusal.requireAccepted() } == .notAvailable)
        #expect(
            failure { try Welcome(to: Greeting(versions: 2...2), speaking: 2...2).requireAccepted() } == .notAvailable)
        #expect(failure { try Welcome(to: Greeting()).requireAccepted() } == nil)
    }

    @Test func `the bytes of the format page`() throws {
        #expect(Greeting().encoded == Array("latchkey".utf8) + [0, 1, 0, 1, 0, 0, 0, 0])
        #expect(Welcome(to: Greeting()).encoded == Array("latchkey".utf8) + [0, 1, 0, 0, 0, 0, 0, 0])
        let frame = try WireCoder.frame(.request, sequence: 0x0102_0304, AddressedRequest(.lock, to: .existing("a")))
        let bytes = unsafe frame.withUnsafeBytes { unsafe Array($0) }
        #expect(bytes == [0, 0, 0, 7, 1, 2, 3, 4, 1, 0, 0, 0] + [0, 0, 0, 1, 0x61, 0, 14])
        #expect(WireCoder.goodbye() == [0, 0, 0, 0, 0, 0, 0, 0, 4, 0, 0, 0])
    }

    @Test func `what is no greeting is none`() {
        let bytes = Greeting().encoded
        for index in bytes.indices {
            var flipped = bytes
            flipped[index] ^= 0xff
            if let read = Greeting(decoding: flipped) { #expect(read.encoded == flipped) }
        }
        #expect(Greeting(decoding: Array(bytes.dropLast())) == nil)
        #expect(Greeting(decoding: bytes + [0]) == nil)
        #expect(Greeting(decoding: Array("GET / HTTP/1.1\r\n".utf8)) == nil)
        #expect(Greeting(decoding: Array("latchkey".utf8) + [0, 2, 0, 1, 0, 0, 0, 0]) == nil)
    }

    @Test func `a header with a body that is too long, an unknown kind or other bytes is refused`() throws {
        func header(_ bytes: [UInt8]) throws -> FrameHeader {
            try unsafe bytes.withRawBytes { bytes throws(KeychainError) in unsafe try FrameHeader(decoding: bytes) }
        }
        let good: [UInt8] = [2, 0, 0, 0, 0, 0, 0, 9, 2, 0, 0, 0]
        #expect(try header(good) == FrameHeader(count: 32 << 20, sequence: 9, kind: .reply))
        #expect(try header(WireCoder.goodbye()).kind == .goodbye)
        for (index, value) in [(0, 3), (3, 1), (8, 0), (8, 6), (9, 1), (11, 1)] as [(Int, UInt8)] {
            var bad = good
            bad[index] = value
            #expect(failure { _ = try header(bad) } == .decode)
        }
        #expect(failure { _ = try header([0, 0, 0, 0, 0, 0, 0, 9, 2, 0, 0, 0]) } == .decode)
        #expect(failure { _ = try header([0, 0, 0, 1, 0, 0, 0, 9, 4, 0, 0, 0]) } == .decode)
    }
}
