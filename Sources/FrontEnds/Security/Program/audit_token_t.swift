// The type of Apple's systems by which the kernel names the sender of a message.
// SPDX-License-Identifier: Apache-2.0

/// Who sent a message, as the kernels of Apple's systems write it. Linux makes none; a program may fill one in.
public struct audit_token_t: Sendable {
    /// The number of the process is the sixth.
    public var val: (UInt32, UInt32, UInt32, UInt32, UInt32, UInt32, UInt32, UInt32)

    /// A token of nobody.
    public init() { val = (0, 0, 0, 0, 0, 0, 0, 0) }

    public init(val: (UInt32, UInt32, UInt32, UInt32, UInt32, UInt32, UInt32, UInt32)) { self.val = val }
}
