// Wrong passwords while the disk takes no more writes.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyClient
import LatchkeyModel
import LatchkeyPlatform
import LatchkeyTestSupport
import Testing

@Suite struct WrongPasswordTests {
    @Test func `wrong passwords count, and the next has to wait, on a disk that takes no more writes`() throws {
        let causes = try onOwnThread(.withoutKeyring) {
            let home = try Preparation.itemsWithPassword.make()
            let disk = FaultyDisk(home.path)
            let time = ManualClock()
            let client = home.anotherClient(clock: time.clock)
            _ = try client.status()
            disk.fail(disk.operations + 1, with: .power)
            var causes: [KeychainError.Cause?] = []
            func attempt(_ password: TestSecret) {
                do throws(KeychainError) {
                    try client.unlock(password)
                    causes.append(nil)
                } catch {
                    causes.append(error.cause)
                }
            }
            attempt("wrong")
            attempt(Preparation.password)
            time.now += 1
            attempt("wrong again")
            time.now += 1
            attempt(Preparation.password)
            time.now += 1
            attempt(Preparation.password)
            #expect(disk.hasFailed)
            client.close()
            return causes
        }
        #expect(
            causes == [
                .wrongPasswords(inARow: 1, wait: 1), .wrongPasswords(inARow: 1, wait: 1),
                .wrongPasswords(inARow: 2, wait: 2), .wrongPasswords(inARow: 2, wait: 1), nil,
            ])
    }
}
