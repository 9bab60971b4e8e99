// A fork of the test's process.
// SPDX-License-Identifier: Apache-2.0

import Glibc

private typealias Fork = @convention(c) () -> Int32

/// fork(2), which Swift hides. Only for a process with nothing else in it, such as an exit test.
func forkProcess() -> Int32 {
    guard let symbol = unsafe dlsym(nil, "fork") else { return -1 }
    return unsafe unsafeBitCast(symbol, to: Fork.self)()
}
