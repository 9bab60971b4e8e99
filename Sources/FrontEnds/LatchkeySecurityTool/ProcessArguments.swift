// The words that the process was started with, in memory that others can read through /proc.
// SPDX-License-Identifier: Apache-2.0

import Glibc
import LatchkeyPlatform

enum ProcessArguments {
    /// Copies of the words, without the name of the tool.
    static func words() -> [ItemSecret] {
        (1..<max(1, Int(CommandLine.argc))).compactMap { index in
            guard let word = unsafe CommandLine.unsafeArgv[index] else { return nil }
            return unsafe ItemSecret(SecretBytes(copying: UnsafeRawBufferPointer(start: word, count: strlen(word))))
        }
    }

    /// Overwrites a password where `/proc/PID/cmdline` shows it.
    static func wipe(_ place: ParsedArguments.SecretPlace) {
        guard let word = unsafe CommandLine.unsafeArgv[place.word + 1] else { return }
        let secret = unsafe word + place.offset
        unsafe explicit_bzero(secret, strlen(secret))
    }
}
