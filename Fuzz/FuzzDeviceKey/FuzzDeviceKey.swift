// Fuzzes the file of the device key: it is read whole and in its one form, or not at all.
// SPDX-License-Identifier: Apache-2.0

import FuzzSupport
import Glibc
import LatchkeyModel
import LatchkeyPlatform
import LatchkeyStore

@main enum FuzzDeviceKey {
    static func main() {
        unsafe fuzz { start, count in
            FuzzDeviceKey.run(unsafe input(at: start, count: count))
            return 0
        }
    }

    /// Magic, version, kind and two zero bytes.
    private static let header = Array("LTDK".utf8) + [1, 1, 0, 0]
    private static let file = DeviceKeyFile(directory: folder)

    /// A folder of this process, in memory.
    private static let folder: String = {
        let path = "/dev/shm/latchkey-fuzz-\(getpid())"
        check(unsafe mkdir(path, 0o700) == 0 || errno == EEXIST, "there is a folder for the file")
        return path
    }()

    private static func write(_ bytes: [UInt8]) {
        let descriptor = unsafe open(folder + "/device.key", O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
        check(descriptor >= 0, "there is a file to write to")
        let count = unsafe bytes.withUnsafeBytes { unsafe Glibc.write(descriptor, $0.baseAddress, $0.count) }
        close(descriptor)
        check(count == bytes.count, "the file is written")
    }

    private static func run(_ bytes: [UInt8]) {
        write(bytes)
        do {
            let key = try file.read().declassified(because: "it is a fuzzer's input")
            check(bytes == header + key && key.count == 32, "a file that is read is a header and 32 bytes")
            check(key != [UInt8](repeating: 0, count: 32), "a key that was erased is none")
        } catch {
            check(error, isOneOf: [.notAvailable, .wrongVersion])
            let isErased = bytes.dropFirst(header.count).allSatisfy { $0 == 0 }
            check(bytes.count != 40 || !bytes.starts(with: header) || isErased, "a file in its one form is read")
            let isNewer = error.code == .wrongVersion
            check(!isNewer || bytes.starts(with: header.prefix(4)), "only a file with the magic is a newer version's")
        }
    }
}
