// A program with entitlements of its own that calls the keychain of a test.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import LatchkeySecurityTestSupport
import LatchkeyTestSupport

/// The program `LatchkeyItemProbe` under a name and with an entitlements file of its own.
struct Program {
    private let executable: URL
    private let environment: [String: String]

    /// - Parameter entitlements: the content of the file beside the executable.
    init(entitlements: [String: Any], in keychain: Keychain) throws {
        try self.init(
            entitlements: PropertyListSerialization.data(fromPropertyList: entitlements, format: .xml, options: 0),
            in: keychain)
    }

    init(entitlements: Data, in keychain: Keychain) throws {
        let folder = URL(filePath: keychain.home.path).appending(path: "program-" + UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
        executable = folder.appending(path: "program")
        try WrittenProgram.copy(CommandRun.tools + "/LatchkeyItemProbe", to: executable.path)
        try entitlements.write(to: executable.appendingPathExtension("entitlements"))
        // The sanitizers have their options there.
        let inherited = ProcessInfo.processInfo.environment.filter { name, _ in
            !name.hasPrefix("LATCHKEY_") && name != "CREDENTIALS_DIRECTORY"
        }
        environment = inherited.merging(Transport.current.environment(keychain.home)) { _, own in own }
    }

    /// What the program prints, without the newline.
    func run(_ arguments: String...) throws -> String {
        let process = Process()
        let output = Pipe()
        process.executableURL = executable
        process.arguments = arguments
        process.environment = environment
        process.standardOutput = output
        try process.run()
        let printed = try output.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        return String(decoding: printed, as: UTF8.self).trimmingCharacters(in: .newlines)
    }

    /// The status of adding an item, and the group that it went to.
    func add(to group: String? = nil) throws -> String {
        let service = UUID().uuidString
        return try group.map { try run("add", service, $0) } ?? run("add", service)
    }
}
