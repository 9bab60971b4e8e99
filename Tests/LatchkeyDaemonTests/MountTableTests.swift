// SPDX-License-Identifier: Apache-2.0

import LatchkeyDaemon
import Testing

@Suite("Mounts")
struct MountTableTests {
    private static let system = """
        22 1 253:0 / / rw,relatime shared:1 - ext4 /dev/vda rw
        30 22 7:1 / /media/ann/disk rw,nosuid,nodev - ext4 /dev/loop1 rw
        31 22 0:40 / /home rw,nosuid,relatime - btrfs /dev/sdb rw
        32 22 0:40 / /srv rw,relatime - btrfs /dev/sdb rw
        """
    private static let service = """
        122 121 253:0 / / ro,nosuid,relatime - ext4 /dev/vda rw
        130 122 7:1 / /media/ann/disk ro,nosuid,nodev - ext4 /dev/loop1 rw
        131 122 0:55 / /tmp rw - tmpfs tmpfs rw
        a line that is none
        """

    @Test("a file system is the machine's where the first process mounts it with setuid programs, whatever others see")
    func systemDevices() throws {
        let mounts = MountTable(own: Array(Self.service.utf8), system: Array(Self.system.utf8))
        let root = try #require(mounts.device(ofMount: 122))
        #expect(root == 253 << 8 && mounts.isOfSystem(device: root))
        let medium = try #require(mounts.device(ofMount: 130))
        #expect(!mounts.isOfSystem(device: medium))
        // A private one, which a user may have made.
        let own = try #require(mounts.device(ofMount: 131))
        #expect(!mounts.isOfSystem(device: own))
        #expect(mounts.isOfSystem(device: 40))
        #expect(mounts.device(ofMount: 22) == nil)
    }

    @Test("other files over the system's code are seen, and the same ones at their own place are nothing")
    func codeOfSystem() {
        func sees(_ lines: String) -> Bool {
            MountTable(own: Array(lines.utf8), system: Array(Self.system.utf8)).hasCodeOfSystem
        }
        let root = "122 121 253:0 / / ro,nosuid - ext4 /dev/vda rw\n"
        #expect(sees(root))
        #expect(sees(root + "123 122 253:0 /usr /usr ro - ext4 /dev/vda rw\n"))
        #expect(sees(root + "123 122 253:0 /home/ann /srv/x ro - ext4 /dev/vda rw\n"))
        #expect(!sees(root + "123 122 253:0 /home/ann /usr/lib/python3 ro - ext4 /dev/vda rw\n"))
        #expect(!sees(root + "123 122 0:50 / /usr rw - tmpfs tmpfs rw\n"))
        #expect(!sees("122 121 253:0 /home/ann / rw - ext4 /dev/vda rw\n"))
        #expect(!sees(""))
    }
}
