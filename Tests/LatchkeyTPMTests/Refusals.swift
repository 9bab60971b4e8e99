// What a test expects to be thrown.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyPlatform
import LatchkeyTPM
import LatchkeyTestSupport
import Testing

/// The error that something throws; nil if it throws none.
func refusal<Result: ~Copyable>(_ body: () throws -> Result) -> TPMError? {
    do {
        _ = try body()
    } catch let error as TPMError {
        return error
    } catch {
        Issue.record(error)
    }
    return nil
}

/// Bytes that are a secret of a test.
func secret(_ name: String) -> SecretBytes {
    var bytes = Shake128()
    bytes.absorb(TestSecret(stringLiteral: name).bytes)
    return SecretBytes(recorded: bytes.squeeze(32))
}

extension SecretBytes {
    /// What a test compares.
    var inTest: [UInt8] { declassified(because: "a test looks at it") }
}
