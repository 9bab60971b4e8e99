// Files that are there once they are whole.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import LatchkeyModel
import LatchkeyPlatform
import LatchkeyTestSupport
import LatchkeyTooling
import Testing

@Suite struct PrivateFileTests {
    private let home: TemporaryHome
    private let path: String

    init() throws {
        home = try TemporaryHome()
        path = home.path + "/export.csv"
    }

    private var names: [String] {
        get throws { try FileManager.default.contentsOfDirectory(atPath: home.path) }
    }

    @Test(arguments: [true, false]) func `a file is there once it is finished, for its owner alone`(isNameless: Bool)
        throws
    {
        var file = try PrivateFile(path: path, isNameless: isNameless)
        try file.write(SecretBytes(unrecorded: Array("first\n".utf8)))
        #expect(try names.isEmpty)
        try file.write(SecretBytes(unrecorded: Array("second\n".utf8)))
        try file.finish()
        #expect(try names == ["export.csv"])
        #expect(try Data(contentsOf: URL(filePath: path)) == Data("first\nsecond\n".utf8))
        #expect(try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int == 0o600)
    }

    @Test(arguments: [true, false]) func `nothing is left of one that is not finished`(isNameless: Bool) throws {
        do {
            var file = try PrivateFile(path: path, isNameless: isNameless)
            try file.write(SecretBytes(unrecorded: Array("first\n".utf8)))
        }
        #expect(try names.isEmpty)
    }

    @Test(arguments: [true, false]) func `nothing is overwritten, whenever it came there`(isNameless: Bool) throws {
        try Data("kept".utf8).write(to: URL(filePath: path))
        #expect(throws: FileFailure.self) { _ = try PrivateFile(path: path, isNameless: isNameless) }
        try FileManager.default.removeItem(atPath: path)
        var file = try PrivateFile(path: path, isNameless: isNameless)
        try file.write(SecretBytes(unrecorded: Array("first\n".utf8)))
        try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: home.path + "/nowhere")
        do {
            try file.finish()
            Issue.record("something was overwritten")
        } catch {
            #expect(error.message.contains("there already"))
        }
        #expect(try names == ["export.csv"])
    }

    @Test(arguments: ["/no/such/folder/export", "", "/", "export/"])
    func `a file that cannot be made is refused before anything is written`(path: String) {
        for isNameless in [true, false] {
            #expect(throws: FileFailure.self) { _ = try PrivateFile(path: path, isNameless: isNameless) }
        }
    }
}
