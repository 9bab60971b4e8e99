// The lists that come with the package.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import LatchkeyModel
import LatchkeyPolicy
import Testing

@Suite struct ShippedListsTests {
    /// Packaging/secret-service.d
    private let configuration: BusConfiguration
    private let names: [String]

    init() throws {
        let folder = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "../../../Packaging/secret-service.d").standardized
        names = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
        var configuration = BusConfiguration.builtIn
        for name in names {
            let bytes = Array(try Data(contentsOf: folder.appending(path: name)))
            do throws(TomlProblem) {
                try configuration.read(ofSystem: bytes, isShipped: true)
            } catch {
                Issue.record("\(name), line \(error.line): \(error.reason)")
            }
        }
        self.configuration = configuration
    }

    @Test func `all of them are read`() {
        #expect(names.count >= 12)
        #expect(names.allSatisfy { $0.hasSuffix(".toml") })
        #expect(configuration.mode == .enforce)
    }

    @Test(arguments: [
        ("/usr/lib/chromium/chromium", "chromium"), ("/opt/google/chrome/chrome", "google-chrome"),
        ("/opt/brave.com/brave/brave", "brave"), ("/usr/lib/firefox-esr/firefox-esr", "firefox"),
        ("/usr/libexec/gvfsd-smb", "gvfs"), ("/usr/libexec/goa-daemon", "gnome-online-accounts"),
        ("/usr/libexec/evolution-source-registry", "evolution-data"), ("/usr/bin/kwalletd6", "kde-wallet"),
        ("/usr/share/code/code", "vscode"),
    ])
    func `a program has its family`(path: String, name: String) {
        #expect(configuration.families.filter { $0.contains(Array(path.utf8)) }.map(\.name) == [name])
        #expect(configuration.pool(of: Array(path.utf8)) == nil)
    }

    @Test(arguments: [
        ("org.gnome.Evolution.Data.Source", "/usr/bin/gnome-calendar"),
        ("org.freedesktop.NetworkManager.Connection", "/usr/bin/nm-applet"),
        ("org.gnome.OnlineAccounts", "/usr/libexec/goa-identity-service"),
        ("org.gnome.RemoteDesktop.RdpCredentials", "/usr/libexec/gnome-remote-desktop-daemon"),
    ])
    func `a schema is shared by its programs`(schema: String, path: String) throws {
        let family = try #require(configuration.schemaFamily(of: schema))
        #expect(configuration.schemas(of: Array(path.utf8)).contains(family))
        #expect(!configuration.schemas(of: Array("/usr/bin/gh".utf8)).contains(family))
    }

    @Test(arguments: [
        "/usr/bin/gnome-shell", "/usr/libexec/nm-openvpn-auth-dialog", "/usr/lib/NetworkManager/nm-vpnc-auth-dialog",
        "/usr/lib/x86_64-linux-gnu/NetworkManager/nm-openconnect-auth-dialog", "/usr/bin/grdctl",
    ])
    func `what shows others what it reads is in no list`(path: String) {
        let lists = configuration.families + configuration.schemas + configuration.managers
        #expect(!lists.contains { $0.contains(Array(path.utf8)) })
    }

    @Test func `no file lies where users can make programs that are root's`() {
        let lists = configuration.families + configuration.schemas + configuration.managers
        for pattern in lists.flatMap(\.programs) {
            let text = String(decoding: pattern.bytes, as: UTF8.self)
            #expect(text.hasPrefix("/usr/") || text.hasPrefix("/opt/"), "\(text)")
            #expect(!text.hasPrefix("/usr/local/"), "\(text)")
        }
    }

    @Test func `a manager is no pool, and no pool has a family`() {
        for manager in configuration.managers {
            for pattern in manager.programs { #expect(configuration.pool(of: pattern.bytes) == nil) }
        }
        for pool in configuration.pools {
            for pattern in pool.programs { #expect(configuration.family(of: pattern.bytes) == nil) }
        }
    }
}
