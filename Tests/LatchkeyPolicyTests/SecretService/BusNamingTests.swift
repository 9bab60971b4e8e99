// Who a program is over the bus.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyModel
import LatchkeyPolicy
import Testing

@Suite struct BusNamingTests {
    private let bus: BusFixture

    init() throws { bus = try BusFixture() }

    @Test func `a program without a signature is known by its path, and owns alone`() {
        let principal = bus.program("/usr/bin/gh")
        #expect(principal.kind == .program)
        #expect(principal.group == BusFixture.group("/usr/bin/gh"))
        #expect(principal.ownGroups == [principal.group])
        #expect(principal.program == BusFixture.unsigned("/usr/bin/gh").rawValue)
        #expect(principal.offersAlways)
        #expect(principal.doubt == nil)
    }

    @Test func `whoever can replace a program gets nothing for good by it`() {
        #expect(!bus.program("/home/me/gh").offersAlways)
        #expect(bus.signed("app").offersAlways)
    }

    @Test func `a family is one program, and keeps what its members made before`() {
        let wrapper = bus.program("/usr/bin/chromium")
        let browser = bus.program("/usr/lib/chromium/chromium")
        let family = BusFixture.group(named: "family.chromium")
        for principal in [wrapper, browser, bus.program("/opt/next/chromium/chromium")] {
            #expect(principal.program == "family.chromium")
            #expect(principal.group == family)
        }
        #expect(wrapper.ownGroups == [BusFixture.group("/usr/bin/chromium"), family])
    }

    @Test func `a file that is not root's is of no family, no schema, and no manager`() {
        for path in ["/usr/bin/chromium", "/usr/bin/calendar", "/usr/bin/seahorse"] {
            let principal = bus.program(path, isRoots: false)
            #expect(principal.kind == .program)
            #expect(principal.ownGroups == [BusFixture.group(path)])
        }
        #expect(bus.program("/home/me/chromium").program != "family.chromium")
    }

    @Test func `a share of the user's takes in no file that the user cannot replace`() throws {
        let bus = try BusFixture(
            user: "[[share]]\nname = \"all\"\nprograms = [\"/home/*/a\", \"/usr/bin/gh\"]")
        #expect(bus.program("/home/me/a").group == BusFixture.group(named: "share.all"))
        let another = bus.program("/home/you/a", isReplaceable: false)
        #expect(another.ownGroups == [BusFixture.group("/home/you/a")])
        #expect(bus.program("/usr/bin/gh", isReplaceable: true).ownGroups == [BusFixture.group("/usr/bin/gh")])
    }

    @Test(arguments: [
        ("/usr/bin/secret-tool", "secret-tool"), ("/usr/bin/python3.11", "python"), ("/usr/bin/python3", "python"),
        ("/home/me/.venv/bin/python3.12", "python"), ("/usr/bin/pypy3", "python"), ("/usr/bin/node", "node"),
        ("/usr/bin/busctl", "busctl"), ("/usr/bin/gdbus", "gdbus"), ("/usr/bin/bash", "bash"),
        ("/usr/lib/electron28/electron", "electron"),
    ])
    func `a program that lends itself is a pool`(path: String, name: String) {
        let principal = bus.program(path)
        #expect(principal.kind == .pool)
        #expect(principal.program == "pool." + name)
        #expect(principal.ownGroups == [BusFixture.group(named: "pool." + name)])
        #expect(!principal.offersAlways)
    }

    @Test(arguments: [
        ("/usr/bin/perl5.36.0", "perl"), ("/usr/bin/Rscript", "rscript"), ("/opt/x/7", "interpreter"),
        ("/usr/bin/gjs-console", "gjs-console"),
    ])
    func `an interpreter that no list names is a pool by its name`(path: String, name: String) {
        #expect(bus.program(path, isInterpreter: true).program == "pool." + name)
    }

    @Test func `a signed launcher, a snap and a Flatpak leave the pool`() {
        let script = bus.packaged(
            .script(team: "ABCDE12345", identifier: "tool", digest: [], path: "/x"), named: "ABCDE12345.tool")
        #expect(script.kind == .program)
        #expect(script.group == BusFixture.group(named: "ABCDE12345.tool"))
        #expect(bus.packaged(.snap("lxd"), named: "snap.lxd").group == BusFixture.group(named: "snap.lxd"))
        #expect(
            bus.packaged(.flatpak("a.b.C"), named: "flatpak.a.b.C").group == BusFixture.group(named: "flatpak.a.b.C"))
    }

    @Test func `a signed program has the items of its identifier, not those of its team`() {
        #expect(bus.signed("app").ownGroups == [BusFixture.group(named: "ABCDE12345.app")])
    }

    @Test func `an application behind a proxy is apart from the same one without`() {
        let principal = bus.proxied("org.example.App")
        #expect(principal.ownGroups == [BusFixture.group(named: "flatpak-proxy.org.example.App")])
        #expect(!principal.offersAlways)
    }

    @Test(arguments: ["", "a/b", "a b", "a\n", "ü", String(repeating: "a", count: 256)])
    func `what is no identifier of an application is nobody`(application: String) {
        #expect(bus.proxied(application).kind == .nobody)
    }

    @Test func `what lives in a container is nobody, and owns nothing`() {
        #expect(bus.contained.kind == .nobody)
        #expect(bus.contained.ownGroups.isEmpty)
    }

    @Test func `a program in doubt has the groups that it would have without`() {
        let principal = bus.program("/usr/bin/chromium", isRoots: false, refusal: "it was replaced")
        #expect(principal.doubt == "it was replaced")
        #expect(principal.ownGroups.contains(BusFixture.group(named: "family.chromium")))
        #expect(principal.ownGroups.contains(BusFixture.group("/usr/bin/chromium")))
        #expect(bus.program("/usr/bin/seahorse", refusal: "it is traced").kind == .program)
    }

    @Test func `programs that are listed for a schema share it`() {
        let sources = BusFixture.group(named: "schema.sources")
        let attributes = SearchAttributes.of("xdg:schema=org.gnome.Evolution.Data.Source", "e-source-uid=1")
        let remote = SearchAttributes.of("xdg:schema=org.gnome.RemoteDesktop.RdpCredentials")
        for path in ["/usr/bin/evolution", "/usr/bin/calendar"] {
            let principal = bus.program(path)
            #expect(principal.ownGroups.contains(sources))
            #expect(bus.policy.groupOfNewItem(with: attributes, by: principal) == sources)
            #expect(bus.policy.groupOfNewItem(with: remote, by: principal) == sources)
            #expect(bus.policy.groupOfNewItem(with: .of("a=b"), by: principal) == principal.group)
        }
        let unlisted = bus.program("/usr/bin/gh")
        #expect(bus.policy.groupOfNewItem(with: attributes, by: unlisted) == unlisted.group)
        let copy = bus.program("/usr/bin/calendar", isRoots: false)
        #expect(bus.policy.groupOfNewItem(with: attributes, by: copy) == copy.group)
    }

    @Test func `the owner that a group tells of is the one that it was made for`() {
        #expect(BusFixture.group("/usr/bin/g.h").busOwner == .unsigned(fileName: Array("g.h".utf8)))
        #expect(BusFixture.group(named: "family.chromium").busOwner == .family("chromium"))
        #expect(BusFixture.group(named: "ABCDE12345.family.chromium").busOwner == .named)
        #expect(AccessGroup.imported.busOwner == .imported)
        for name in ["", ".", "bus", "ABCDE12345.app", "com.apple.token", "ADHOCAAAAA.gh.bus.x"] {
            #expect(AccessGroup(rawValue: name).busOwner == nil)
        }
        #expect(AccessGroup(rawValue: ".bus").busOwner == nil)
        #expect(AccessGroup(rawValue: "ADHOCAAAAA.x.bus").busOwner == .named)
    }
}
