// What is made once for each user.
// SPDX-License-Identifier: Apache-2.0

import Dispatch
import LatchkeyDaemon
import LatchkeyTestSupport
import Testing

@Suite struct UserTableTests {
    private let table = UserTable<String>()

    @Test func `what is made for a user is made once`() {
        var count = 0
        for _ in 0..<3 {
            let value = table.value(of: 7) {
                count += 1
                return "seven"
            }
            #expect(value == "seven")
        }
        #expect(count == 1)
        #expect(table[7] == "seven" && table[8] == nil && table.all == [7: "seven"])
    }

    @Test func `a home that does not answer holds up nobody else's`() throws {
        let (hasBegun, answers) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        let hung = startThread { [table] in
            table.value(of: 1) {
                hasBegun.signal()
                answers.wait()
                return "one"
            }
        }
        hasBegun.wait()
        let other = startThread { [table] in
            let value = table.value(of: 2) { "two" }
            return (value, table[1], table.all)
        }
        let result = Result { try other.wait(seconds: 30) }
        answers.signal()
        let (two, one, all) = try result.get()
        #expect(two == "two" && one == nil && all == [2: "two"])
        #expect(try hung.wait() == "one")
        #expect(table[1] == "one")
    }

    @Test func `whoever wants the same one waits until it is made`() throws {
        let (hasBegun, answers) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        let first = startThread { [table] in
            table.value(of: 1) {
                hasBegun.signal()
                answers.wait()
                return "first"
            }
        }
        hasBegun.wait()
        let second = startThread { [table] in table.value(of: 1) { "second" } }
        answers.signal()
        #expect(try first.wait() == "first" && second.wait() == "first")
    }
}
