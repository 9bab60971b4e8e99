// OpenSSL as the program beside us has it: the same library, with the same queue of errors for a thread.
// SPDX-License-Identifier: Apache-2.0

import Glibc
import Testing

@safe
struct HostLibrary {
    private let clear: @convention(c) () -> Void
    private let next: @convention(c) () -> CUnsignedLong
    private let read:
        @convention(c) (UnsafeMutableRawPointer?, UnsafeMutableRawPointer, CLong) -> UnsafeMutableRawPointer?

    struct Missing: Error {}

    init() throws {
        guard let library = unsafe dlopen("libcrypto.so.3", RTLD_NOW | RTLD_LOCAL) else { throw Missing() }
        func function<F>(_ name: String, as type: F.Type) throws -> F {
            guard let place = unsafe dlsym(library, name) else { throw Missing() }
            return unsafe unsafeBitCast(place, to: type)
        }
        clear = try function("ERR_clear_error", as: (@convention(c) () -> Void).self)
        next = try function("ERR_get_error", as: (@convention(c) () -> CUnsignedLong).self)
        unsafe read = try function(
            "d2i_X509",
            as: (@convention(c) (UnsafeMutableRawPointer?, UnsafeMutableRawPointer, CLong) -> UnsafeMutableRawPointer?)
                .self)
    }

    /// Fails in reading a certificate, and leaves the errors of that in the queue.
    func fail() {
        let byte: [UInt8] = [0xff]
        unsafe byte.withUnsafeBufferPointer { bytes in
            var place = bytes.baseAddress
            let found = unsafe withUnsafeMutablePointer(to: &place) { place in
                unsafe read(nil, UnsafeMutableRawPointer(place), 1)
            }
            #expect(unsafe found == nil)
        }
    }

    func clearErrors() { clear() }

    /// Takes all errors out of the queue, the oldest first.
    func takeErrors() -> [CUnsignedLong] {
        var errors: [CUnsignedLong] = []
        while true {
            let error = next()
            guard error != 0 else { return errors }
            errors.append(error)
        }
    }
}
