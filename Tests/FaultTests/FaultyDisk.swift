// A directory whose files fail when told to, and lose what was not synchronised when the power fails.
// SPDX-License-Identifier: Apache-2.0

import CLatchkeyFaultVFS
import Glibc

/// Watches what SQLite does to the files of a directory. Used by one thread at a time.
@safe
final class FaultyDisk {  // the pointer stays inside
    enum Fault: CInt, CaseIterable, Sendable {
        case inputOutput = 1
        case diskFull = 2
        case power = 3
    }

    /// What of the bytes that were not synchronised is there after a power failure.
    enum Image: Hashable, Sendable {
        case lost, kept
        case torn(seed: UInt64)
    }

    private let disk: OpaquePointer

    /// All that is in the directory counts as durable.
    init(_ directory: String) {
        precondition(latchkey_fault_install() == 0, "SQLite refuses the VFS")
        guard let disk = unsafe latchkey_fault_disk_open(directory) else { preconditionFailure("no memory") }
        unsafe self.disk = unsafe disk
    }

    deinit { unsafe latchkey_fault_disk_close(disk) }

    /// Lets one operation fail, counted from the beginning.
    func fail(_ number: Int, with fault: Fault) {
        unsafe latchkey_fault_disk_arm(disk, number, fault.rawValue)
    }

    var operations: Int { unsafe latchkey_fault_disk_operations(disk) }
    var hasFailed: Bool { unsafe latchkey_fault_disk_has_failed(disk) != 0 }

    /// Writes what is on the disk after a power failure into an empty directory.
    func write(_ image: Image, to directory: String) throws {
        let (kind, seed): (CInt, UInt64) =
            switch image {
            case .lost: (CInt(LATCHKEY_IMAGE_LOST), 0)
            case .kept: (CInt(LATCHKEY_IMAGE_KEPT), 0)
            case .torn(let seed): (CInt(LATCHKEY_IMAGE_TORN), seed)
            }
        guard unsafe latchkey_fault_disk_write_image(disk, directory, kind, seed) == 0 else {
            throw ImageFailure(errno: errno)
        }
    }

    struct ImageFailure: Error {
        let errno: CInt
    }
}
