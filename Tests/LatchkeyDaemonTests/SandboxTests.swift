// SPDX-License-Identifier: Apache-2.0

@testable import LatchkeyDaemon
import Testing

@Suite("Services and sandboxes")
struct SandboxTests {
    @Test(
        "a process is in the unit that root put it in",
        arguments: [
            ("0::/system.slice/nginx.service\n", "nginx"),
            ("9:name=systemd:/system.slice/nginx.service\n0::/system.slice/nginx.service/worker\n", "nginx"),
            ("0::/system.slice/system-getty.slice/getty@tty1.service", "getty@tty1"),
            ("1:cpu:/system.slice/a.service\n0::/\n", nil),
            ("0::/user.slice/user-1000.slice/user@1000.service/app.slice/evil.service", nil),
            ("0::/system.slice/docker-1.scope", nil), ("0::/system.slice/.service", nil), ("0::/system.slice", nil),
            ("9:name=systemd:/system.slice/a.service\n0::/system.slice/b.service\n", nil), ("", nil),
        ] as [(String, String?)])
    func unit(_ groups: String, _ unit: String?) {
        #expect(SystemService.unit(inGroups: groups) == unit)
    }

    @Test("units count for users of the system, and for no user")
    func users() {
        #expect([0, 999].allSatisfy(SystemService.isSystemUser))
        #expect(![1000, 60001, 61184, 65534, 100_000].contains(where: SystemService.isSystemUser))
    }

    @Test(
        "a sandbox is an application of the installation, or nothing",
        arguments: [
            ("org.example.App", "/var/lib/flatpak/app/org.example.App/x86_64/stable/1/files", true),
            ("org.example.App", "/var/lib/flatpak/app/org.example.Other/files", false),
            ("org.example.App", "/var/lib/flatpak/app/org.example.App/../../../tmp", false),
            ("org.example.App", "/home/a/.local/share/flatpak/app/org.example.App/files", false),
            ("../x", "/var/lib/flatpak/app/../x/files", false), ("a b", "/var/lib/flatpak/app/a b/files", false),
        ])
    func claim(_ name: String, _ files: String, _ isInstalled: Bool) throws {
        let text = "[Application]\nname=\(name)\n[Instance]\napp-path=\(files)\nname=another\n"
        let claim = try #require(FlatpakApplication.Claim(text))
        #expect(claim.application == name)
        #expect(claim.isInInstallation == isInstalled)
        #expect(claim.isNamed == name.hasPrefix("org."), "also of a user's own installation")
        #expect(FlatpakApplication.Claim("[Instance]\nname=\(name)\n") == nil)
    }
}
