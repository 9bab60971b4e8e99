// Looks at all code that a process has loaded.
// SPDX-License-Identifier: Apache-2.0

import CLatchkeyLinux
import Glibc
import LatchkeyModel
import LatchkeyPlatform
import LatchkeySignature

struct LoadedCode {
    let verdicts: VerdictCache
    let run: VerdictCache.Run?
    /// Those of the process.
    let mounts: MountTable

    /// Longest text that the kernel writes about the memory of a process, in bytes: some ten thousand mappings.
    private static let largestMap = 16 << 20
    /// Kilobytes of page tables, over which the kernel walks: enough for 32 GiB of memory.
    private static let largestTables = 64 << 10

    /// Libraries that are read to tell what a program is linked with; one with a script engine and more than these is
    /// refused.
    private static let mostLibraries = 1024
    /// Bytes of the names that all of them are linked with.
    private static let largestNames = 4 << 20

    private static let audit = Array("/\(SecureLoader.audit)".utf8)

    /// - Parameter allowsEngines: whether libraries that run scripts may be loaded by whatever is.
    /// - Throws: `.missingEntitlement` if there is code that `trust` does not allow, or the kernel does not say.
    func requireTrusted(
        in process: PeerProcess, under trust: CodeTrust, allowsEngines: Bool
    ) throws(KeychainError) {
        guard let tables = ProcessFile.status("VmPTE", of: process.processID)?.first.flatMap({ Int($0) }),
            tables <= Self.largestTables, let mappings = mappings(of: process.processID), !mappings.isEmpty
        else {
            throw KeychainError(
                .missingEntitlement, during: "looking at the code of the calling program",
                hint: "the kernel does not say which code the program has loaded")
        }
        for mapping in mappings {
            guard let refusal = refusal(of: mapping, under: trust, in: process) else { continue }
            throw KeychainError(
                .missingEntitlement, during: "looking at the code of the calling program", hint: refusal.hint)
        }
        guard !trust.needsAudit || mappings.contains(where: { isAudit($0, in: process) }) else {
            throw KeychainError(
                .missingEntitlement, during: "looking at the code of the calling program",
                hint: CodeTrust.Refusal.unaudited.hint)
        }
        guard allowsEngines || hasNoForeignEngine(mappings, in: process) else {
            throw KeychainError(
                .missingEntitlement, during: "looking at the code of the calling program",
                hint: CodeTrust.Refusal.engine.hint)
        }
    }

    /// A library of the system is harmless, and one that runs scripts is so where the program was made to run some:
    /// where it is linked with it, or with a library that is. Otherwise somebody else may have loaded it, and have
    /// taken away what did so.
    private func hasNoForeignEngine(_ mappings: [ExecutableMapping], in process: PeerProcess) -> Bool {
        let names = mappings.map {
            String(decoding: $0.formerPath.split(separator: UInt8(ascii: "/")).last ?? [], as: UTF8.self)
        }
        let engines = Set(
            mappings.indices.filter { Interpreter.isEngine(names[$0]) }.map { mappings[$0].formerPath })
        guard !engines.isEmpty else { return true }
        // What has replaced a file is linked with the same libraries, or with none that is loaded.
        let files = Set(mappings.map(\.formerPath))
        guard files.count <= Self.mostLibraries else { return false }
        var libraries: [String: (path: [UInt8], needed: [String])] = [:]
        var size = 0
        for path in files where path.first == UInt8(ascii: "/") {
            guard let linked = linked("/proc/\(process.processID)/root", path), let own = linked.own else { continue }
            size += linked.needed.reduce(0) { $0 + $1.utf8.count }
            guard size <= Self.largestNames else { return false }
            libraries[own] = (path, linked.needed)
        }
        var found = linked("/proc/\(process.processID)/exe", [])?.needed ?? []
        var reached: Set<String> = []
        var paths: Set<[UInt8]> = []
        while let name = found.popLast() {
            guard reached.insert(name).inserted, let library = libraries[name] else { continue }
            paths.insert(library.path)
            found += library.needed
        }
        return engines.isSubset(of: paths)
    }

    private func linked(_ start: String, _ rest: [UInt8]) -> LinkedLibraries? {
        let path = start.utf8.map { CChar(bitPattern: $0) } + rest.map { CChar(bitPattern: $0) } + [0]
        let file = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard file >= 0 else { return nil }
        defer { close(file) }
        return LinkedLibraries(file)
    }

    private func mappings(of process: Int32) -> [ExecutableMapping]? {
        switch ExecutableMapping.mappings(of: process) {
        case .unchanged(let mappings): mappings
        case .refused: nil
        case .undecided:
            ProcessFile.contents("smaps", of: process, atMost: Self.largestMap)
                .flatMap(ExecutableMapping.mappings(inSmaps:))
        }
    }

    private func refusal(
        of mapping: ExecutableMapping, under trust: CodeTrust, in process: PeerProcess
    ) -> CodeTrust.Refusal? {
        let path = path(of: mapping, in: process)
        return trust.refusal(
            of: mapping, file: { facts(ofFileAt: path) },
            team: { team(ofFileAt: path, mapped: mapping) },
            wasRoots: { wasRoots(mapping, in: process) })
    }

    /// Whether a file that is gone was root's: it was in a folder of its file system that root alone can write, and the
    /// folders on the way to it. No other user can have given it its path.
    private func wasRoots(_ mapping: ExecutableMapping, in process: PeerProcess) -> Bool {
        guard let slash = mapping.path.lastIndex(of: UInt8(ascii: "/")), slash > 0 else { return false }
        let path = Array(mapping.path[..<slash])
        let seen = Array("/proc/\(process.processID)/root".utf8) + path + [0]
        guard let folder = facts(ofFileAt: seen.map { CChar(bitPattern: $0) }), folder.isRoots,
            folder.device == mapping.device,
            let file = PeerExecutable.File(atPath: path.map { CChar(bitPattern: $0) } + [0])
        else { return false }
        return PeerExecutable(path: path, file: file).isRoots
    }

    /// Whether it is the library that lets the dynamic linker load nothing of others; what it is mapped from has been
    /// looked at.
    private func isAudit(_ mapping: ExecutableMapping, in process: PeerProcess) -> Bool {
        mapping.isInSystemFolder && mapping.path.suffix(Self.audit.count).elementsEqual(Self.audit)
            && facts(ofFileAt: path(of: mapping, in: process)).map { $0.isRoots && $0.isSetUser } ?? false
    }

    /// As the process sees it: services and snaps have other files at the same paths.
    private func path(of mapping: ExecutableMapping, in process: PeerProcess) -> [CChar] {
        let root = mapping.path.first == UInt8(ascii: "/") ? "/proc/\(process.processID)/root" : "/nowhere/"
        return root.utf8.map { CChar(bitPattern: $0) } + mapping.path.map { CChar(bitPattern: $0) } + [0]
    }

    /// Without opening it, which could wait.
    private func facts(ofFileAt path: [CChar]) -> FileFacts? {
        let file = unsafe latchkey_open_path(path)
        guard file >= 0 else { return nil }
        defer { close(file) }
        return FileFacts(file, mounts: mounts)
    }

    private func team(ofFileAt path: [CChar], mapped mapping: ExecutableMapping) -> TeamIdentifier? {
        let file = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard file >= 0 else { return nil }
        defer { close(file) }
        guard let facts = FileFacts(file, mounts: mounts), facts.node == mapping.node, facts.device == mapping.device,
            let verdict = try? verdicts.signature(of: file, facts, in: run), case .trusted(let code) = verdict
        else { return nil }
        return code.team
    }
}
