// Fuzzes the messages between clients and the daemon: greetings, frame headers, requests, answers and errors.
// SPDX-License-Identifier: Apache-2.0

import FuzzSupport
import LatchkeyModel
import LatchkeyPlatform
import LatchkeyWire

@main enum FuzzWire {
    static func main() {
        unsafe fuzz { start, count in
            FuzzWire.run(unsafe input(at: start, count: count))
            return 0
        }
    }

    /// The first byte chooses the decoder, so that each has seeds of its own.
    private static func run(_ bytes: [UInt8]) {
        guard let kind = bytes.first else { return }
        let body = Array(bytes.dropFirst())
        switch kind {
        case 0: decode(AddressedRequest.self, body, as: .request)
        case 1: decode(Reply.self, body, as: .reply)
        case 2: decode(KeychainError.self, body, as: .error)
        case 3: greet(body)
        case 5: decode(LoginRequest.self, body, as: .login)
        default: header(body)
        }
    }

    private static func decode<Value: WireValue>(_: Value.Type, _ body: [UInt8], as kind: FrameHeader.Kind) {
        do throws(KeychainError) {
            let value = try unsafe body.withRawBytes { bytes throws(KeychainError) in
                unsafe try WireCoder.decode(Value.self, from: bytes)
            }
            let frame = try WireCoder.frame(kind, sequence: 7, value)
            let again = unsafe frame.withUnsafeBytes { unsafe Array($0) }
            check(again.dropFirst(FrameHeader.size).elementsEqual(body), "what decodes encodes to the same bytes")
            let header = try unsafe again.withRawBytes { bytes throws(KeychainError) in
                unsafe try FrameHeader(decoding: UnsafeRawBufferPointer(rebasing: bytes[..<FrameHeader.size]))
            }
            check(header == FrameHeader(count: body.count, sequence: 7, kind: kind), "the header of a frame reads")
        } catch {
            check(error, isOneOf: [.decode])
        }
    }

    private static func greet(_ bytes: [UInt8]) {
        if let greeting = Greeting(decoding: bytes) {
            check(greeting.encoded == bytes, "a greeting encodes to the same bytes")
            let welcome = Welcome(to: greeting)
            check(Welcome(decoding: welcome.encoded) == welcome, "a welcome reads")
        }
        if let welcome = Welcome(decoding: bytes) {
            check(welcome.encoded == bytes, "a welcome encodes to the same bytes")
            do throws(KeychainError) { try welcome.requireAccepted() } catch { check(error, isOneOf: [.notAvailable]) }
        }
    }

    private static func header(_ bytes: [UInt8]) {
        do throws(KeychainError) {
            let header = try unsafe bytes.withRawBytes { bytes throws(KeychainError) in
                unsafe try FrameHeader(decoding: bytes)
            }
            check(header.count <= WireLimits.largestBody, "no frame is longer than the bound")
        } catch {
            check(error, isOneOf: [.decode])
        }
    }
}
