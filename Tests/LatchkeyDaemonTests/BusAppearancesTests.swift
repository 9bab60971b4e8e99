// What is kept of the names of a bus, which connections are a process's own, and how a bus may be started.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyDaemon
import Testing

@Suite struct BusAppearancesTests {
    @Test func `a name is what it was at first sight, until it has gone`() {
        var names = BusAppearances()
        let (first, again) = (names.appeared(":1.1"), names.appeared(":1.1"))
        #expect(first && !again)
        #expect(names[":1.1"] == .awaited)
        names.saw(":1.1", process: 7, execution: 1)
        names.saw(":1.1", process: 7, execution: 2)
        #expect(names[":1.1"] == .seen(process: 7, execution: 1))
        names.left(":1.1")
        #expect(names[":1.1"] == nil)
        names.saw(":1.1", process: 7, execution: 2)
        #expect(names[":1.1"] == nil, "nobody has asked")
    }

    @Test(arguments: ["org.example.Name", "", ":", ":1", ":1.", ":1.+2", ":1.02", ":1.2.3", ":a.b", "1.2", ":70000.1"])
    func `only names such as a bus gives to connections are kept`(_ name: String) {
        var names = BusAppearances()
        let isKept = names.appeared(name)
        #expect(!isKept && names[name] == nil)
    }

    @Test func `who has the most names loses them if there is no room, and nobody else does`() {
        var names = BusAppearances(mostNames: 100)
        for number in 0..<3 {
            _ = names.appeared(":1.\(number)")
            names.saw(":1.\(number)", process: 7 + Int32(number / 2), execution: 1)
        }
        for number in 3..<1000 {
            let isAsked = names.appeared(":1.\(number)")
            #expect(isAsked, "there is room for each")
            names.saw(":1.\(number)", process: 666, execution: 2)
        }
        #expect(names[":1.0"] == .seen(process: 7, execution: 1) && names[":1.2"] == .seen(process: 8, execution: 1))
        #expect((3..<1000).count { names[":1.\($0)"] != nil } <= 97)
        let isAskedAgain = names.appeared(":1.3")
        #expect(isAskedAgain, "who calls is asked for once more")
    }

    @Test func `if all have one name, nobody loses it, and there is room once one has gone`() {
        var names = BusAppearances(mostNames: 100)
        for number in 0..<100 {
            _ = names.appeared(":1.\(number)")
            names.saw(":1.\(number)", process: Int32(1000 + number), execution: 1)
        }
        let isKept = names.appeared(":1.100")
        #expect(!isKept && names[":1.100"] == nil)
        names.left(":1.5")
        let isKeptThen = names.appeared(":1.100")
        #expect(isKeptThen && names[":1.99"] == .seen(process: 1099, execution: 1))
    }

    @Test func `what was not answered is asked again, and not without end`() {
        var names = BusAppearances()
        _ = names.appeared(":1.1")
        let times = (0..<BusAppearances.mostQuestions).map { _ in names.missedAnswer(about: ":1.1") }
        #expect(times == [1, 2, 3, nil])
        #expect(names[":1.1"] == .seen(process: 0, execution: nil), "it is no process's")
        _ = names.appeared(":1.2")
        let first = names.missedAnswer(about: ":1.2")
        names.saw(":1.2", process: 7, execution: 1)
        let late = names.missedAnswer(about: ":1.2")
        #expect(first == 1 && late == nil && names[":1.2"] == .seen(process: 7, execution: 1))
    }

    @Test(
        arguments: [
            (1, 1, true, true, .own), (2, 2, true, true, .own), (2, 1, true, true, .unheld),
            (0, 0, true, true, .unheld),
            (1, 1, false, true, .inherited), (2, 1, false, true, .inherited), (1, 1, true, false, .earlier),
            (2, 1, true, false, .unheld), (1, 1, false, false, .inherited),
        ] as [(Int, Int, Bool, Bool, BusHolding.Verdict)])
    func `a process has all connections that it has made, and no other program got them from it`(
        _ made: Int, _ open: Int, _ areClosed: Bool, _ areOfProgram: Bool, _ verdict: BusHolding.Verdict
    ) {
        let held = BusHolding.Held(
            made: made, open: open, areClosedOnExecution: areClosed, areOfProgram: areOfProgram)
        #expect(BusHolding.verdict(on: held) == verdict)
    }
}

@Suite struct BusArgumentsTests {
    private func configuration(_ program: BusArguments.Program, _ line: String) -> String?? {
        BusArguments(line.split(separator: " ").map(String.init), being: program).map(\.configuration)
    }

    @Test(arguments: [
        "--session --address=systemd: --nofork --nopidfile --systemd-activation --syslog-only",
        "--syslog --fork --print-pid 5 --print-address 7 --session",
        "--session --print-address=1 --address unix:path=/a",
    ])
    func `distributions start the bus in these ways`(_ line: String) {
        #expect(configuration(.daemon, line) == .some(nil))
    }

    @Test func `a configuration of its own is looked at`() {
        #expect(configuration(.daemon, "--config-file=/a/b --nofork") == "/a/b")
        #expect(configuration(.daemon, "--config-file /a/b") == "/a/b")
        #expect(configuration(.launcher, "--scope user --audit") == .some(nil))
        #expect(configuration(.launcher, "--scope=user --config-file=/a") == "/a")
    }

    @Test(arguments: [
        "", "--nofork", "--system", "--session --system", "--session --config-file=/a",
        "--config-file=/a --config-file=/b",
        "--config-file", "--config-file --session", "--session --introspect", "--session other", "--session=1",
        "--session --nofork=1", "-session", "--session --config=/a", "--scope user",
    ])
    func `nobody knows what other ways would change`(_ line: String) {
        #expect(configuration(.daemon, line) == nil)
    }

    @Test(arguments: [
        "", "--scope system", "--scope", "--scope user --config /a", "--scope user --scope=user", "--session",
        "--scope user --listen inherit", "--scope user --config-file=/a --config-file=/b", "--audit user",
    ])
    func `the same of the launcher`(_ line: String) {
        #expect(configuration(.launcher, line) == nil)
    }
}
