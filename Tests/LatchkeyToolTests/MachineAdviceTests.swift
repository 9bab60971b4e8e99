// What `latchkey doctor` advises about the machine.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyTool
import Testing

@Suite struct MachineAdviceTests {
    private func lines(_ settings: [String: String]) -> [String] {
        MachineAdvice.lines { settings[$0] }.map(\.text)
    }

    @Test func `a machine where nobody traces needs no advice`() {
        for scope in ["2", "3"] {
            #expect(lines(["kernel/yama/ptrace_scope": scope, "fs/suid_dumpable": "0"]).isEmpty)
        }
        #expect(lines(["kernel/yama/ptrace_scope": "2", "fs/suid_dumpable": "2"]).isEmpty)
    }

    @Test(arguments: [nil, "0", "1", "new"]) func `where programs may trace each other it says which setting is wanted`(
        scope: String?
    ) throws {
        let found = lines(scope.map { ["kernel/yama/ptrace_scope": $0] } ?? [:])
        #expect(found.count == 1)
        #expect(found.first?.contains("kernel.yama.ptrace_scope to 2") == true)
    }

    @Test func `where privileged programs leave core files it says so`() {
        let found = lines(["kernel/yama/ptrace_scope": "2", "fs/suid_dumpable": "1"])
        #expect(found.count == 1)
        #expect(found.first?.contains("fs.suid_dumpable") == true)
    }

    @Test func `a setting of this kernel is read without its line end`() {
        #expect(MachineSetting.text("kernel/pid_max").flatMap { Int($0) } != nil)
        #expect(MachineSetting.text("kernel/no_such_setting") == nil)
    }
}
