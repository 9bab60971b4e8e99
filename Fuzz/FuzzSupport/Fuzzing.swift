// What every fuzzer shares: libFuzzer's loop, its inputs as arrays, and a check that ends the process.
// SPDX-License-Identifier: Apache-2.0

import Glibc
import LatchkeyModel
package import LatchkeyPlatform

/// What libFuzzer calls with each input: where it begins, and how many bytes it has.
package typealias FuzzerBody = @convention(c) (UnsafePointer<UInt8>?, Int) -> CInt

@_silgen_name("LLVMFuzzerRunDriver")
private func runDriver(
    _ argc: UnsafeMutablePointer<CInt>,
    _ argv: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?>, _ body: FuzzerBody
) -> CInt

/// Runs libFuzzer with the program's arguments.
package func fuzz(_ body: FuzzerBody) -> Never {
    var argc = CommandLine.argc
    var argv: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? = unsafe CommandLine.unsafeArgv
    exit(unsafe runDriver(&argc, &argv, body))
}

/// An input as an array of just its size, so that a read beyond its end is found.
package func input(at start: UnsafePointer<UInt8>?, count: Int) -> [UInt8] {
    unsafe Array(UnsafeBufferPointer(start: start, count: count))
}

/// Ends the process, and so the input is kept, unless `condition` holds. In release builds too.
package func check(_ condition: @autoclosure () -> Bool, _ promise: StaticString) {
    if !condition() { fatalError("broken promise: \(promise)") }
}

/// Checks that a failure is one of those that damaged input may cause.
package func check(_ error: KeychainError, isOneOf codes: Set<KeychainError.Code>) {
    check(codes.contains(error.code), "an input is refused with the status of its format")
}

/// The bytes of some hexadecimal digits.
package func bytes(hexadecimal digits: StaticString) -> [UInt8] {
    let digits = Array(String(describing: digits)).compactMap(\.hexDigitValue)
    return stride(from: 0, to: digits.count, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) }
}
