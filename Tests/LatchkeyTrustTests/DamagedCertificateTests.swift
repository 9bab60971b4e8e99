// Certificates that are none, or that were changed.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import LatchkeyCertificates
import LatchkeyModel
import LatchkeyTestSupport
import LatchkeyTrust
import Testing

@Suite struct DamagedCertificateTests {
    /// With `LATCHKEY_SLOW_TESTS` every bit, else one in seven or eight bytes.
    private static let step = ProcessInfo.processInfo.environment["LATCHKEY_SLOW_TESTS"] == "1" ? 1 : 61

    @Test func `no certificate with a changed bit is trusted`() throws {
        let good = try TrustFixture.certificate("server").der
        let intermediates = try TrustFixture.certificates("intermediate")
        var understood = 0
        for bit in stride(from: 0, to: good.count * 8, by: Self.step) {
            var changed = good
            changed[bit / 8] ^= 1 << (bit % 8)
            guard let certificate = try? Certificate(der: changed) else { continue }
            understood += 1
            let result = evaluator.evaluate(certificate, through: intermediates, for: anyUse, at: TrustFixture.today)
            // A signature over the same bytes can be written in one way only, and the algorithm is signed as well.
            #expect(result != .trusted, "bit \(bit)")
        }
        #expect(understood > 1000 / Self.step)
    }

    @Test func `nor over an intermediate with a changed bit in its signed part`() throws {
        let server = try TrustFixture.certificate("server")
        let good = try TrustFixture.certificate("intermediate").der
        for bit in stride(from: 0, to: good.count * 8, by: Self.step) {
            var changed = good
            changed[bit / 8] ^= 1 << (bit % 8)
            guard let certificate = try? Certificate(der: changed) else { continue }
            let result = evaluator.evaluate(server, through: [certificate], for: anyUse, at: TrustFixture.today)
            #expect(result != .trusted, "bit \(bit)")
        }
    }
}
