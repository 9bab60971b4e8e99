// Whether groups are frozen, by what the kernel shows of them.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import LatchkeyDaemon
import LatchkeyTestSupport
import Testing

@Suite struct ControlGroupTests {
    private let folder: TemporaryHome
    private var places: ControlGroup.Places {
        ControlGroup.Places(groups: folder.path + "/unified", freezer: folder.path + "/freezer")
    }

    init() throws { folder = try TemporaryHome() }

    private func write(_ text: String, to name: String) throws {
        let path = folder.path + "/" + name
        try FileManager.default.createDirectory(
            atPath: (path as NSString).deletingLastPathComponent, withIntermediateDirectories: true)
        try text.write(toFile: path, atomically: false, encoding: .utf8)
    }

    private func isFrozen(_ text: String) -> Bool { ControlGroup.isFrozen(Array(text.utf8), in: places) }

    @Test func `a group is frozen with each one that it is in`() throws {
        for (name, text) in [("a", "0\n"), ("a/b", "1\n"), ("a/b/c", "0\n"), ("d", "0\n")] {
            try write(text, to: "unified/\(name)/cgroup.freeze")
        }
        #expect(isFrozen("0::/a/b\n") && isFrozen("0::/a/b/c\n"))
        #expect(!isFrozen("0::/a\n") && !isFrozen("0::/d\n") && !isFrozen("0::/\n"))
    }

    @Test func `the freezer of version 1 counts as well`() throws {
        for (name, text) in [("a", "THAWED\n"), ("b", "FROZEN\n"), ("c", "FREEZING\n")] {
            try write(text, to: "freezer/\(name)/freezer.state")
        }
        #expect(!isFrozen("5:cpu,cpuacct:/b\n4:freezer:/a\n0::/\n"))
        #expect(isFrozen("4:freezer:/b\n") && isFrozen("4:memory,freezer:/c\n0::/\n"))
    }

    @Test func `groups that cannot be seen are not frozen, and those that nobody can follow are`() {
        #expect(!isFrozen("0::/nowhere\n") && !isFrozen("0::/../elsewhere\n") && !isFrozen(""))
        #expect(isFrozen("0::" + String(repeating: "/a", count: 65) + "\n"))
        #expect(isFrozen("0::/" + String(repeating: "a", count: 4096) + "\n"))
        #expect(isFrozen("no line of the kernel\n"))
    }
}
