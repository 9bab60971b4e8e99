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

    @Test func `only unique names are connections, and too many are not kept`() {
        var names = BusAppearances()
        let isKept = names.appeared("org.example.Name")
        #expect(!isKept)
        let kept = (0...BusAppearances.mostNames).map { names.appeared(":1.\($0)") }
        #expect(kept.count { $0 } == BusAppearances.mostNames && kept.last == false)
    }

    @Test(
        arguments: [
            (1, 1, true, .own), (2, 2, true, .own), (2, 1, true, .unheld), (0, 0, true, .unheld),
            (1, 1, false, .inherited), (2, 1, false, .inherited),
        ] as [(Int, Int, Bool, BusHolding.Verdict)])
    func `a process has all connections that it has made, and no other program got them from it`(
        _ made: Int, _ open: Int, _ areClosed: Bool, _ verdict: BusHolding.Verdict
    ) {
        #expect(
            BusHolding.verdict(on: BusHolding.Held(made: made, open: open, areClosedOnExecution: areClosed)) == verdict)
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
