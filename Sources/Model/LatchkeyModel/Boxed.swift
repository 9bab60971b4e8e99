// A value that is seldom there, behind one pointer.
// SPDX-License-Identifier: Apache-2.0

/// Keeps what few calls bring along out of the values that every call copies.
final class Boxed<Value: Sendable & Equatable>: Sendable {
    let value: Value

    init(_ value: Value) { self.value = value }
}

extension Boxed: Equatable {
    static func == (one: Boxed, other: Boxed) -> Bool { one === other || one.value == other.value }
}
