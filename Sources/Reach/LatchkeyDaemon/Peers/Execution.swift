// One exec, as the kernel saw it.
// SPDX-License-Identifier: Apache-2.0

import CLatchkeyLinux
import LatchkeyModel

struct Execution: Hashable, Sendable {
    /// No other exec has it since the machine was started.
    let number: UInt64
    /// Of the file, as the C library writes it.
    private let device: UInt64
    private let node: UInt64
    private let generation: UInt32
    /// On btrfs that of the subvolume; nil elsewhere.
    private let volume: UInt64?
    /// Of the mount; 0 before Linux 6.8.
    private let mount: UInt64
    /// Whether a debugger had the process.
    let wasTraced: Bool
    /// Filters of system calls that it had from whoever started it (seccomp(2)).
    let filters: Int
    /// A bit for each variable of its environment that chooses code. The last says that not all was read.
    private let (low, high): (UInt64, UInt64)

    init(_ kept: latchkey_execution) {
        number = kept.number
        device = Self.number(ofDevice: kept.device)
        volume = kept.volume == 0 ? nil : Self.number(ofDevice: kept.volume)
        mount = kept.mount
        node = kept.inode
        generation = kept.generation
        wasTraced = kept.flags & UInt32(witnessTraced) != 0
        filters = Int(kept.flags >> UInt32(witnessFiltersShift))
        (low, high) = kept.variables
    }

    /// The numbers of these variables, the lowest first; nil if not all of the environment was read.
    var variables: [Int]? {
        guard high >> 63 == 0 else { return nil }
        return (0..<64).filter { low >> $0 & 1 == 1 } + (0..<63).filter { high >> $0 & 1 == 1 }.map { $0 + 64 }
    }

    private static func number(ofDevice device: UInt64) -> UInt64 {
        MountTable.deviceNumber(major: device >> 20, minor: device & 0xfffff)
    }

    /// Whether this is the file that was executed.
    /// - Parameter file: a descriptor of it: file systems give the number of a file that is gone to another.
    func isOf(_ facts: FileFacts, _ file: CInt) -> Bool {
        // Elsewhere than on btrfs, stat(2) gives another device if files of several file systems stand beside each
        // other (overlays).
        guard facts.device == device, facts.node == node, facts.volume == volume ?? device else { return false }
        guard mount == 0 || latchkey_mount_number(file) == mount else { return false }
        let counted = latchkey_generation(file)
        return counted < 0 || UInt32(truncatingIfNeeded: counted) == generation
    }
}
