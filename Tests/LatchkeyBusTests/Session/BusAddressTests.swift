// The places at which a bus is looked for.
// SPDX-License-Identifier: Apache-2.0

import Glibc
import LatchkeyBus
import LatchkeyPlatform
import Testing

@Suite struct BusAddressTests {
    @Test func `the first bus that is there is taken`() throws {
        let bus = try PrivateBus()
        let path = try #require(bus.address.split(separator: ",").first { $0.hasPrefix("unix:path=") })
        for address in [
            bus.address, "tcp:host=localhost,port=1;" + bus.address, "unix:path=/nowhere;\(path)",
            "unix:abstract=none-of-this-name;;\(path),guid=0", path.replacing("/", with: "%2f") + ";unix:path=/nowhere",
        ] {
            let socket = try SessionBus.connect(to: address)
            close(socket)
        }
    }

    @Test func `a bus in the abstract namespace is found`() throws {
        var name = [UInt8]("latchkey-test-\(getpid())".utf8)
        let listener = socket(AF_UNIX, CInt(SOCK_STREAM.rawValue), 0)
        defer { close(listener) }
        var address = sockaddr_un(sun_family: sa_family_t(AF_UNIX), sun_path: sockaddr_un().sun_path)
        unsafe withUnsafeMutableBytes(of: &address.sun_path) { unsafe $0[1...].copyBytes(from: name) }
        let size = socklen_t(MemoryLayout<sa_family_t>.size + 1 + name.count)
        let isBound = unsafe withUnsafePointer(to: &address) { address in
            unsafe address.withMemoryRebound(to: sockaddr.self, capacity: 1) { unsafe bind(listener, $0, size) } == 0
        }
        try #require(isBound && listen(listener, 1) == 0)
        close(try SessionBus.connect(to: "unix:abstract=" + String(decoding: name, as: UTF8.self)))
        name.removeLast()
        let other = String(decoding: name, as: UTF8.self)
        #expect(throws: KeychainError.self) { try SessionBus.connect(to: "unix:abstract=" + other) }
    }

    @Test(arguments: [
        "", ";", "unix", "unix:", "unix:path", "unix:path=", "unix:path=%", "unix:path=%zz", "unix:path=%00",
        "unix:guid=1",
        "unix:path=/a,path=/b", "unix:path=/a,abstract=b", "tcp:host=localhost", "unixexec:path=/bin/sh",
        "unix:path=/nowhere", "unix:path=" + String(repeating: "a", count: 200), "unix:path=%ff",
    ])
    func `anything else is no bus`(address: String) {
        #expect(throws: KeychainError(.notAvailable, during: "")) { try SessionBus.connect(to: address) }
    }
}
