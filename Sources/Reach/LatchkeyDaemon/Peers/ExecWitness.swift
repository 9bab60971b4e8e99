// What the kernel saw when processes executed their files.
// SPDX-License-Identifier: Apache-2.0

import CLatchkeyLinux
import Glibc
import LatchkeyPlatform

/// Reads what `exec-witness` has the kernel keep. A process can change what `/proc` says of it; it cannot reach this.
/// Documentation/Design/Decisions/0033-exec-witness.md.
package final class ExecWitness: Sendable {
    private let executions: CInt
    private let table: CInt
    /// Nil on a kernel that does not let connections be seen.
    let connections: ConnectionWitness?

    /// Where `exec-witness` has its maps, and the links that keep its programs.
    package static let folder = "/sys/fs/bpf/latchkey"

    /// - Returns: nil if nothing is attached, or something that is not understood here.
    package init?(folder: String = folder) {
        // Maps without the programs that write them would say what was once true.
        guard ["exec", "fork"].allSatisfy({ Self.isThere("\(folder)/\($0)") }) else { return nil }
        executions = unsafe latchkey_open_executions(folder + "/executions")
        guard executions >= 0 else { return nil }
        table = unsafe latchkey_open_variables(folder + "/table")
        guard table >= 0 else {
            close(executions)
            return nil
        }
        connections = ConnectionWitness(folder: folder)
    }

    /// Not by access(2), which asks without the capability that finds it.
    static func isThere(_ path: String) -> Bool {
        var status = stat()
        return unsafe stat(path, &status) == 0
    }

    deinit {
        close(executions)
        close(table)
    }

    /// What a process executed last, or whoever forked it.
    /// - Throws: `.missingEntitlement` if nothing is known, as of a process that is older than the witness.
    func execution(of process: PeerProcess) throws(KeychainError) -> Execution {
        var found = latchkey_execution()
        guard process.withDescriptor({ unsafe latchkey_execution_of(executions, $0, &found) }) == 0 else {
            throw KeychainError(
                .missingEntitlement, during: "asking what the kernel saw of the calling program",
                hint: "the program was started before exec-witness was, or ends; start it again")
        }
        return Execution(found)
    }

    /// The names of variables, by their numbers.
    func name(ofVariable number: Int) -> String? {
        var variable = latchkey_variable()
        guard unsafe latchkey_variable_at(table, CInt(number), &variable) == 0 else { return nil }
        let bytes = unsafe withUnsafeBytes(of: variable.text) { unsafe $0.prefix { $0 != 0 }.map(\.self) }
        return bytes.isEmpty ? nil : String(decoding: bytes, as: UTF8.self)
    }
}
