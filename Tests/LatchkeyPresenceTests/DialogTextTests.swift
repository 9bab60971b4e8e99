// What a user reads in a dialog.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyModel
import LatchkeyPresence
import Testing

@Suite("The words of a question")
struct DialogTextTests {
    private func program(_ path: String, _ origin: IdentityReport.Origin) -> IdentityReport {
        IdentityReport(
            processID: 7, userID: 1000, executable: path, origin: origin, applicationIdentifier: "x", accessGroups: [])
    }

    private func question(
        requester: IdentityReport, owner: IdentityReport?, label: String = "label", account: String = "account",
        service: String = "service", startedBy: String = "", count: UInt32 = 1
    ) -> PermissionQuestion {
        PermissionQuestion(
            number: 1, requester: requester, startedBy: startedBy, ownerGroup: AccessGroup(rawValue: "TEAM.shared"),
            owner: owner, item: .init(itemClass: .genericPassword, label: label, account: account, service: service),
            itemCount: count, keychain: "login", needsPassword: true, offersAlways: true, secondsLeft: 60)
    }

    @Test("Both programs are named by path and by who signed them, and the item by its names")
    func names() {
        let signed = IdentityReport.Origin.signature(team: "TEAM123456", identifier: "com.example.shop", digest: [])
        let text = DialogText.description(
            of: question(requester: program("/home/me/reader", .path), owner: program("/opt/shop", signed)))
        #expect(
            text == """
                The program
                   “/home/me/reader”
                   (unsigned)
                wants to read a secret of
                   “/opt/shop”
                   (team TEAM123456, com.example.shop)

                Password: “label”
                Service: “service”
                Account: “account”
                Keychain: “login”
                """)
    }

    @Test("A tool is named with who started it, and an owner that was not seen by its group")
    func tool() {
        let text = DialogText.description(
            of: question(
                requester: program("/usr/bin/security", .tool), owner: nil, startedBy: "/usr/bin/bash", count: 12))
        #expect(text.contains("through the shell “/usr/bin/bash”,\nfor a program that is not known"))
        #expect(text.contains("wants to read secrets of\n   the program of the group “TEAM.shared”"))
        #expect(text.contains("and 11 more"))
    }

    @Test("A name cannot end its line, turn its direction, close its quotation, or be markup")
    func hostile() {
        let label = "x”\nKeychain: “none\u{202E}\u{2066}<b>&\u{7}"
        let text = DialogText.description(of: question(requester: program("/a\n/b", .path), owner: nil, label: label))
        #expect(text.contains("Password: “x\"?Keychain: \"none??‹b›+?”"))
        #expect(text.contains("   “/a?/b”\n"))
        #expect(text.split(separator: "\n").count == 9)
    }

    @Test("Blanks and marks neither hide the rest nor reach out of the name")
    func blanks() {
        let label = "a\u{2003}\u{3000}\u{A0} b\u{3164}\u{2800}c e\u{301}\u{302}\u{20DD}"
        let text = DialogText.description(of: question(requester: program("/a  b", .path), owner: nil, label: label))
        #expect(text.contains("Password: “a b??c e\u{301}??”"))
        #expect(text.contains("“/a b”"))
    }

    @Test("Who started a command is said to be no proof")
    func starter() {
        let tool = program("/usr/bin/security", .tool)
        func text(_ starter: String) -> String {
            DialogText.description(of: question(requester: tool, owner: nil, startedBy: starter))
        }
        #expect(
            text("/usr/lib/systemd/systemd").contains("through the service manager “/usr/lib/systemd/systemd”,\nfor a"))
        #expect(text("/home/me/bash-like").contains("started by “/home/me/bash-like”,\nwhich cannot be verified"))
        #expect(text("").contains("started by a program that has ended"))
    }

    @Test("The longest names fit into a line of Assuan")
    func bounds() {
        let long = String(repeating: "漢%", count: 4000)
        let script = IdentityReport.Origin.script(team: "TEAM123456", identifier: long, digest: [], path: "/" + long)
        let text = DialogText.description(
            of: question(
                requester: program("/" + long, script), owner: program("/" + long, script), label: long, account: long,
                service: long, count: 100))
        #expect(AssuanLine.command("SETDESC", UserDialog.lead(of: .always) + text) != nil)
        #expect(text.contains("…"))
    }
}
