// The daemon of a user finds the bus again.
// SPDX-License-Identifier: Apache-2.0

import CLatchkeyLinux
import Glibc
import LatchkeyDaemon
import LatchkeyPlatform
import LatchkeyTestSupport
import Synchronization
import Testing

@Suite struct OwnBusKeeperTests {
    /// What was served, and what was said.
    private final class Record: Sendable {
        let words = Mutex<[String]>([])
        let reports = Mutex<[@Sendable (SessionWord) -> Void]>([])

        var count: Int { reports.withLock(\.count) }

        func keeper(at path: String) -> OwnBusKeeper {
            OwnBusKeeper(at: "unix:path=" + path) { [self] word in
                words.withLock { $0.append(word) }
            } serve: { [self] socket, report in
                close(socket)
                reports.withLock { $0.append(report) }
                return nil
            }
        }

        func reaches(_ count: Int) -> Bool {
            for _ in 0..<2000 where self.count < count { usleep(5000) }
            return self.count == count
        }
    }

    private let folder: TemporaryHome
    private let record = Record()
    private var path: String { folder.path + "/bus" }

    init() throws { folder = try TemporaryHome() }

    @Test func `a bus that comes later is found, and said to be missing once`() throws {
        let keeper = record.keeper(at: path)
        try #require(keeper.start())
        for _ in 0..<2000 where record.words.withLock(\.isEmpty) { usleep(5000) }
        usleep(300_000)
        #expect(record.count == 0)
        let listener = unsafe latchkey_listen(path, 0o600)
        defer { close(listener) }
        #expect(record.reaches(1))
        keeper.stop()
        #expect(record.words.withLock(\.count) == 1)
    }

    @Test func `a bus that has gone is connected to when it is back`() throws {
        let first = unsafe latchkey_listen(path, 0o600)
        let keeper = record.keeper(at: path)
        try #require(keeper.start())
        try #require(record.reaches(1))
        close(first)
        unsafe unlink(path)
        record.reports.withLock { $0[0] }(.over)
        for _ in 0..<2000 where record.words.withLock(\.isEmpty) { usleep(5000) }
        let second = unsafe latchkey_listen(path, 0o600)
        defer { close(second) }
        #expect(record.reaches(2))
        usleep(300_000)
        #expect(record.count == 2, "it keeps the connection")
        keeper.stop()
    }

    @Test func `it ends while there is no bus`() throws {
        let keeper = record.keeper(at: path)
        try #require(keeper.start())
        let start = monotonicMilliseconds()
        keeper.stop()
        #expect(monotonicMilliseconds() - start < 5000)
    }
}
