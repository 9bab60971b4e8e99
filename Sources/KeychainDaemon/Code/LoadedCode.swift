// Looks at all code that a process has loaded.
// SPDX-License-Identifier: Apache-2.0

import CLinuxKeychain
import Glibc
import KeychainModel
import KeychainSignature

struct LoadedCode {
    let verdicts: VerdictCache

    /// Longest text that the kernel writes about the memory of a process, in bytes: some ten thousand mappings.
    private static let largestMap = 16 << 20

    /// - Parameter root: stands before paths: that of the process where it sees other files than the daemon.
    /// - Throws: `.missingEntitlement` where there is code that `trust` does not allow, or the kernel does not say.
    func requireTrusted(
        in process: PeerProcess, under trust: CodeTrust, root: String
    ) throws(KeychainError) {
        guard let map = ProcessFile.contents("smaps", of: process.processID, atMost: Self.largestMap),
            let mappings = ExecutableMapping.mappings(inSmaps: map), !mappings.isEmpty
        else {
            throw KeychainError(
                .missingEntitlement, during: "looking at the code of the calling program",
                hint: "the kernel does not say which code the program has loaded")
        }
        for mapping in mappings {
            guard let refusal = refusal(of: mapping, under: trust, root: root) else { continue }
            throw KeychainError(
                .missingEntitlement, during: "looking at the code of the calling program", hint: refusal.hint)
        }
    }

    private func refusal(
        of mapping: ExecutableMapping, under trust: CodeTrust, root: String
    ) -> CodeTrust.Refusal? {
        let path = root.utf8.map { CChar(bitPattern: $0) } + mapping.path.map { CChar(bitPattern: $0) } + [0]
        return trust.refusal(
            of: mapping,
            file: {
                // Without opening it, which could wait.
                let file = unsafe latchkey_open_path(path)
                guard file >= 0 else { return nil }
                defer { close(file) }
                return FileFacts(file)
            },
            team: { team(ofFileAt: path, mapped: mapping) })
    }

    private func team(ofFileAt path: [CChar], mapped mapping: ExecutableMapping) -> TeamIdentifier? {
        let file = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard file >= 0 else { return nil }
        defer { close(file) }
        guard let facts = FileFacts(file), facts.node == mapping.node,
            let verdict = try? verdicts.verdict(of: file, facts), case .trusted(let code) = verdict.signature
        else { return nil }
        return code.team
    }
}
