// A value to a frame, and the body of a frame to a value.
// SPDX-License-Identifier: Apache-2.0

package import LatchkeyModel
package import LatchkeyPlatform

package enum WireCoder {
    /// - Throws: `.allocate` for a value that a frame cannot hold.
    package static func frame(
        _ kind: FrameHeader.Kind, sequence: UInt32, _ value: some WireValue, expecting capacity: Int = 0
    ) throws(KeychainError) -> WireFrame {
        var writer = WireWriter(capacity: capacity)
        value.write(to: &writer)
        return try writer.frame(kind, sequence: sequence)
    }

    /// The frame without a body that ends a connection.
    package static func goodbye() -> [UInt8] {
        [0, 0, 0, 0, 0, 0, 0, 0, FrameHeader.Kind.goodbye.rawValue, 0, 0, 0]
    }

    /// Reads a body with nothing behind it.
    /// - Parameter values: elements of lists and attributes that it may have together.
    /// - Throws: `.decode`.
    package static func decode<Value: WireValue>(
        _: Value.Type, from body: UnsafeRawBufferPointer, atMost values: Int = .max
    ) throws(KeychainError) -> Value {
        var reader = unsafe WireReader(body, atMost: values)
        let value = try Value(from: &reader)
        try reader.requireEnd()
        return value
    }
}

extension Request {
    /// True if a worker of the daemon is busy with it for seconds: primes of RSA beyond 3072 bits are looked for, or
    /// every item of a keychain is sealed anew, deleted, or brought to the disk.
    package var takesLong: Bool {
        if case .makeKey(let pair) = self { return pair.kind == .rsa && pair.bits > 3072 }
        return mayRenewKeys || isLongStep
    }

    /// True for a step of a restore that may delete every item of a keychain, or ends the transaction with all of them.
    package var isLongStep: Bool {
        guard case .transfer(_, let step) = self else { return false }
        return step == .replace || step == .endOfFile
    }

    /// True for what may be the first password of a keychain.
    package var mayRenewKeys: Bool {
        guard case .changePassword(let old, let new) = self else { return false }
        return (old?.count ?? 0) == 0 && (new?.count ?? 0) > 0
    }

    /// About as many bytes as the call takes on the wire, if a secret makes it long.
    package var expectedSize: Int {
        switch self {
        case .add(let addition): 512 + (addition.secret?.count ?? 0)
        case .update(_, let change): 1024 + (change.secret?.count ?? 0)
        case .useKey(let use): 512 + use.inputSize
        case .transfer(_, .piece(let bytes)): 64 + bytes.count
        case .adopt(let items, _, _): items.reduce(1024) { $0 + $1.size }
        default: 0
        }
    }
}

extension Reply {
    /// About as many bytes as the answer takes on the wire, if secrets make it long.
    package var expectedSize: Int {
        switch self {
        case .items(let items): items.reduce(0) { $0 + 512 + ($1.secret?.count ?? 0) }
        case .computed(let result): 16 + result.count
        case .transfer(let state): 256 + state.bytes.count
        default: 0
        }
    }
}
