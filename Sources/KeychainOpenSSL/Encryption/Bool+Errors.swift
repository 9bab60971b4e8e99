// Leaves no errors of ours in the queue of OpenSSL, which belongs to the thread and so to the program.
// SPDX-License-Identifier: Apache-2.0

import COpenSSL

extension Bool {
    /// Whether a call of OpenSSL succeeded. Where it did not, its errors are taken out of the queue: a program that uses OpenSSL
    /// itself would think them its own.
    var clearingErrors: Bool {
        if !self { ERR_clear_error() }
        return self
    }
}
