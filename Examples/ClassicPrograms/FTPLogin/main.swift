// Logs in to an FTP server with the password of the keychain; if there is none, or it is refused, asks and offers to
// save.
// SPDX-License-Identifier: Apache-2.0
// usage: ftp-login HOST [PORT]

import Foundation
import Security

func fail(_ message: String) -> Never {
    fflush(nil)
    FileHandle.standardError.write(Data("ftp-login: \(message)\n".utf8))
    exit(1)
}

/// - Returns: false if the server refuses the login.
func visit(_ server: Server, as login: Login) throws -> Bool {
    let connection = try FTPConnection(server)
    do {
        try connection.logIn(login)
    } catch FTPConnection.Failure.refused {
        return false
    }
    print("logged in as \(login.account):", try connection.workingDirectory())
    try connection.quit()
    return true
}

func ask(_ server: Server, suggesting account: String?) -> Login {
    guard let terminal = Terminal() else { fail("there is no terminal to ask for the password") }
    let suggestion = account.map { " [\($0)]" } ?? ""
    guard let typed = terminal.ask("account on \(server.host)\(suggestion): "),
        let password = terminal.askWithoutEcho("password: ")
    else { fail("no password") }
    return Login(account: typed.isEmpty ? account ?? "anonymous" : typed, password: password)
}

let arguments = CommandLine.arguments.dropFirst()
guard (1...2).contains(arguments.count), let host = arguments.first,
    let port = arguments.count == 1 ? 21 : UInt16(arguments.last ?? "")
else { fail("usage: ftp-login HOST [PORT]") }
let server = Server(host: host, port: port)

do {
    let stored = try Login.stored(for: server)
    if let stored {
        if try visit(server, as: stored) { exit(0) }
        print("the stored password is refused")
    }
    let login = ask(server, suggesting: stored?.account)
    guard try visit(server, as: login) else { fail("the login is refused; nothing is saved") }
    let answer = Terminal()?.ask("save the password? [y/n] ")
    guard answer == "y" else { exit(0) }
    print(try login.save(for: server) ? "saved" : "updated")
} catch let failure as Login.Failure {
    fail("\(failure.work): \(SecCopyErrorMessageString(failure.status, nil) as String? ?? "") (\(failure.status))")
} catch FTPConnection.Failure.connection(let reason) {
    fail(reason)
} catch FTPConnection.Failure.text {
    fail("an account or a password must not hold line ends")
} catch {
    fail("the server's answers make no sense")
}
