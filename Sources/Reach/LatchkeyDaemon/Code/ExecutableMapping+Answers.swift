// Asks the kernel for what a process can execute, and for nothing else.
// SPDX-License-Identifier: Apache-2.0

import CLatchkeyLinux
import Glibc

extension ExecutableMapping {
    package enum Answer: Hashable, Sendable {
        /// All of them, none of which was changed.
        case unchanged([ExecutableMapping])
        /// The kernel's list has to say: the kernel is older than Linux 6.11, pages may be changed, or the process
        /// changes what it maps.
        case undecided
        /// The process is not to be looked at, has ended, or has more mappings than anybody looks at.
        case refused
    }

    /// As many as a process of the largest list would have that is read otherwise.
    private static let mostMappings = 1 << 14

    /// The mappings that can be executed. The list that the kernel writes of all memory takes it ten times as long: it
    /// looks at every page.
    ///
    /// Which memory is meant an open file of `/proc` knows from its opening on, and between two openings the process
    /// may execute a program anew. So three are opened at once, and what is mapped must be the same before the pages
    /// and after them, and there at the end. Memory that is kept by a child, or two executions between two openings,
    /// could still hide what was changed before: for as long as a change after the look does anyway, until the next
    /// one.
    package static func mappings(of process: Int32) -> Answer {
        let files = ["maps", "pagemap", "maps"].map { unsafe open("/proc/\(process)/\($0)", O_RDONLY | O_CLOEXEC) }
        let isLacking = errno == ENOENT && files[0] >= 0
        defer { for file in files where file >= 0 { close(file) } }
        guard files.allSatisfy({ $0 >= 0 }) else { return isLacking ? .undecided : .refused }
        let before = find(through: files[0])
        guard case .found(let first) = before else { return before.answer }
        for place in first {
            switch unsafe withUnsafePointer(to: place.place, { unsafe latchkey_may_be_changed(files[1], $0) }) {
            case 0: continue
            // Also pages of memory that is no file's cache but is written nowhere: the list tells them apart.
            case 1: return .undecided
            default: return errno == ENOTTY ? .undecided : .refused
            }
        }
        for file in [files[2], files[0]] {
            let after = find(through: file)
            guard case .found(let second) = after else { return after.answer }
            guard first == second else { return .undecided }
        }
        return .unchanged(first.map(\.mapping))
    }

    /// A mapping, and where it is.
    private struct Placed: Equatable {
        let place: latchkey_mapping
        let mapping: ExecutableMapping

        static func == (lhs: Placed, rhs: Placed) -> Bool {
            lhs.place.start == rhs.place.start && lhs.place.end == rhs.place.end && lhs.mapping == rhs.mapping
        }
    }

    private enum Search {
        case found([Placed])
        case unsupported
        case failed

        var answer: Answer { if case .unsupported = self { .undecided } else { .refused } }
    }

    private static func find(through maps: CInt) -> Search {
        var places: [Placed] = []
        var found = latchkey_mapping()
        var path = [CChar](repeating: 0, count: Int(PATH_MAX))
        while true {
            let address = found.end
            switch unsafe latchkey_next_executable(maps, address, &found, &path, UInt32(path.count)) {
            case 0: return .found(places)
            case 1: places.append(Placed(place: found, mapping: ExecutableMapping(found, path: path)))
            default: return errno == ENOTTY ? .unsupported : .failed
            }
            guard found.end > address, places.count < mostMappings else { return .failed }
        }
    }

    private init(_ found: latchkey_mapping, path: [CChar]) {
        self.path = path.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
        device = MountTable.deviceNumber(major: UInt64(found.major), minor: UInt64(found.minor))
        node = found.node
        isWritable = found.is_writable != 0
        isChanged = false
    }
}
