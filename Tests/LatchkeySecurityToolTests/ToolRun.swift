// One command of `security`, run by a test in its own process.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import LatchkeySecurityTool
import LatchkeyTestSupport
import LatchkeyTooling

/// The exit status of a command and what it wrote.
struct ToolRun {
    let status: Int32
    let output: String
    let errors: String

    /// - Parameter words: the command line without the name of the tool.
    init(_ words: [String], in home: TemporaryHome) throws {
        let files = try ["output", "errors"].map { name in
            let path = "\(home.path)/\(name)"
            try Data().write(to: URL(filePath: path))
            return try FileHandle(forUpdating: URL(filePath: path))
        }
        let tool = Tool(
            client: home.anotherClient(groups: ["TEAM123456.test", "*"]),
            output: Console(descriptor: files[0].fileDescriptor),
            errors: Console(descriptor: files[1].fileDescriptor))
        status = tool.run(words.map(word)) { _ in }
        let texts = try files.map { file in
            try file.seek(toOffset: 0)
            return String(decoding: try file.readToEnd() ?? Data(), as: UTF8.self)
        }
        output = texts[0]
        errors = texts[1]
    }
}
