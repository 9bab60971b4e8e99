// Lines processes up, so that they begin at the same moment.
// SPDX-License-Identifier: Apache-2.0

import Glibc

/// Each runner says on its standard output that it is there, and begins when its standard input ends.
final class StartingLine {
    private var gate = Pipe()
    private var arrivals = Pipe()
    private(set) var runners: [ChildProcess] = []
    private var isGathered = false

    /// - Parameter roles: the command line of each runner.
    init(_ roles: [[String]], home: String) throws {
        defer { arrivals.closeWriting() }
        for role in roles {
            runners.append(
                try ChildProcess(role: role, home: home, input: gate.reading, output: arrivals.writing))
        }
    }

    deinit {
        gate.closeWriting()
        close(gate.reading)
        close(arrivals.reading)
    }

    /// Waits for all runners.
    func gather() throws {
        var missing = isGathered ? 0 : runners.count
        while missing > 0 {
            var poll = pollfd(fd: arrivals.reading, events: Int16(POLLIN), revents: 0)
            var byte: UInt8 = 0
            guard Glibc.poll(&poll, 1, 60_000) == 1, read(arrivals.reading, &byte, 1) == 1 else {
                throw Violation("\(missing) processes did not come to the starting line")
            }
            missing -= 1
        }
        isGathered = true
    }

    /// Waits for all runners and lets them go.
    func start() throws {
        try gather()
        gate.closeWriting()
    }

    /// Waits until all have ended with status 0.
    func finish(atMost seconds: Double) throws {
        for runner in runners {
            let ending = try runner.wait(atMost: seconds)
            guard ending == .exited(0) else { throw Violation("a process ended with \(ending)") }
        }
    }

    /// What a runner does first.
    static func take() {
        var byte: UInt8 = 0x2e
        write(STDOUT_FILENO, &byte, 1)
        while read(STDIN_FILENO, &byte, 1) > 0 {}
    }
}

/// Both ends close themselves when a child replaces its program.
private struct Pipe {
    private(set) var reading: CInt = -1
    private(set) var writing: CInt = -1

    init() {
        var ends: [CInt] = [-1, -1]
        precondition(pipe(&ends) == 0, "no pipe")
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        (reading, writing) = (ends[0], ends[1])
    }

    mutating func closeWriting() {
        if writing >= 0 { close(writing) }
        writing = -1
    }
}
