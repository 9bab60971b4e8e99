// What one client, one user and all of them together may take of the daemon.
// SPDX-License-Identifier: Apache-2.0

package struct DaemonLimits: Sendable {
    /// Requests that workers work on at once; those that have a turn do not count.
    package var workers = Shares(ofUser: 6, all: 8, own: 2, most: 48)
    /// Of them, those of one process.
    package var workersOfProcess = 3
    /// Requests that write, most of which wait for the one that does. They share its transaction, so that more of them
    /// write more.
    package var writing = Shares(ofUser: 16, all: 24, own: 2, most: 32)
    /// Of long requests that write.
    package var writingLong = Shares(ofUser: 3, all: 6, own: 1, most: 8)
    /// Requests that derive keys from passwords.
    package var deriving = Shares(ofUser: 3, all: 6, own: 1, most: 12)
    /// Requests that look for primes for seconds, and those of one user that wait.
    package var computing = Shares(ofUser: 1, all: 2, own: 0, most: 2)
    package var computingWaiting = 16
    /// Open connections of one user. Beyond that the longest idle one of the process that has most is closed.
    package var connectionsOfUser = 1200
    /// Open connections of all users.
    package var connections = 8192
    /// Bytes of requests and answers of one process, of one user and of all, beyond ``uncountedFrame`` of each
    /// connection.
    package var bufferOfProcess = 64 << 20
    package var bufferOfUser = 96 << 20
    package var buffer = 128 << 20
    /// Bytes that the calls of one process, of one user and of all work on, beyond what every call may have. The
    /// longest item is there eight times when it is written anew. With the frames, three password derivations of 64 MiB
    /// and 1 MiB for each of ``threads`` this stays below the units' `MemoryMax`.
    package var workOfProcess = 352 << 20
    package var workOfUser = 384 << 20
    package var work = 448 << 20
    /// Bytes of a frame that is small.
    package var smallFrame = 64 << 10
    /// Bytes of a frame that every connection may have: as many as most frames have altogether.
    package var uncountedFrame = 8 << 10
    /// Milliseconds for a greeting, for a frame from its first byte to its last, and for taking an answer.
    package var greetingTime: UInt64 = 10_000
    package var frameTime: UInt64 = 30_000
    package var answerTime: UInt64 = 30_000
    /// Milliseconds that a daemon which is to end waits for requests that are worked on.
    package var stopTime: UInt64 = 90_000

    package init() {}

    /// Threads that may work at once: the units' `TasksMax` is a little more.
    package var threads: Int {
        [workers, writing, writingLong, deriving, computing].reduce(0) { $0 + $1.most }
    }
}
