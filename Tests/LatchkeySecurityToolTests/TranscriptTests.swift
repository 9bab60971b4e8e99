// The command-line tools print what their transcripts say.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import LatchkeyModel
import LatchkeyPlatform
import LatchkeySecurityTool
import LatchkeyTestSupport
import LatchkeyTool
import Testing

@Suite struct TranscriptTests {
    private let directory: TemporaryHome

    init() throws { directory = try TemporaryHome() }

    @Test func `there are transcripts`() {
        #expect(Transcript.all.count >= 12)
        #expect(Transcript.all.allSatisfy { !$0.steps.isEmpty })
    }

    @Test(arguments: Transcript.all)
    func `the tools print what the transcript says`(transcript: Transcript) throws {
        if transcript.requiresSessionKeys, try !keepsSessionKeys() { return }
        for step in transcript.steps {
            SecretLedger.record(passwordsOf: step)
            let done = try run(step)
            let (output, errors) = (lines(done.output), lines(done.errors))
            let place: Comment = "\(transcript.name).txt:\(step.line): $ \(step.command)"
            #expect(Transcript.matches(step.output, output), "\(place): \(output.joined(separator: "\n"))")
            #expect(Transcript.matches(step.errors, errors), "\(place): \(errors.joined(separator: "\n"))")
            #expect(done.status == step.status, place)
        }
    }

    @Test(arguments: [("a [..] c", "a b c"), ("[..]", ""), ("x[..]y[..]z", "x1y2z"), ("plain", "plain")])
    func `brackets with two dots stand for anything`(pattern: String, line: String) {
        #expect(Transcript.matches([pattern], [line]))
    }

    @Test(arguments: [("a [..] c", "a b d"), ("plain", "plain "), ("x[..]y", "xz"), ("x[..]x", "x")])
    func `and what is around them must be there`(pattern: String, line: String) {
        #expect(!Transcript.matches([pattern], [line]))
    }

    private func run(_ step: Transcript.Step) throws -> CommandRun {
        try CommandRun(
            ["/bin/bash", "-c", step.command],
            environment: CommandRun.environment(home: directory.path + "/home", directory: directory.path),
            in: directory.path, input: step.input.map { $0 + "\n" }.joined(),
            printsSecret: step.command.split(separator: " ").contains("-g"))
    }

    private func lines(_ text: String) -> [String] {
        text.replacing(directory.path + "/home", with: "HOME").split(whereSeparator: \.isNewline).map(String.init)
            .filter { !$0.allSatisfy(\.isWhitespace) }
    }

    /// Whether the kernel has keyrings, so that what one process unlocks is unlocked for all of the session.
    private func keepsSessionKeys() throws -> Bool {
        let probe = Transcript.Step(
            line: 0, command: "security create-keychain -p probe probe && security show-keychain-info probe")
        let other = try TranscriptTests()
        return try !other.run(probe).errors.contains("each process unlocks")
    }
}

extension SecretLedger {
    /// Writes down the passwords in the words of a command and in the lines of its standard input.
    fileprivate static func record(passwordsOf step: Transcript.Step) {
        for password in passwords(of: step.command, given: step.input) { record(password.utf8) }
    }

    private static func passwords(of command: String, given: [String]) -> [String] {
        guard let found = try? WordSplitter.words(of: word(command).bytes) else { return [] }
        let words = found.compactMap { text($0) }
        let input = given.joined(separator: "\n")
        var options: Set<String> = []
        if words.contains(where: { $0.hasPrefix("add-") }) {
            options = ["-w"]
        } else if words.contains(where: { $0.hasSuffix("-keychain") || $0.hasSuffix("-keychain-password") }) {
            options = ["-p", "-o"]
        }
        var passwords = zip(words, words.dropFirst()).filter { options.contains($0.0) }.map { $1 == "-" ? input : $1 }
        passwords += zip(words, words.dropFirst()).filter { $0.0 == "-X" }.compactMap { bytes(ofDigits: $1) }
        let values = words.compactMap { word in word.range(of: "v_Data=").map { String(word[$0.upperBound...]) } }
        passwords += values.map { $0 == "-" ? input : $0 }
        if words.first == "security", words.contains("-i") {
            passwords += given.flatMap { Self.passwords(of: $0, given: []) }
        }
        if words.prefix(3) == ["latchkey", "import", "csv"] { passwords += passwordsOfLogins(input) }
        return passwords
    }

    /// What hexadecimal digits stand for.
    private static func bytes(ofDigits digits: String) -> String? {
        let pairs = stride(from: 0, to: digits.count, by: 2).map { digits.dropFirst($0).prefix(2) }
        let bytes = pairs.compactMap { UInt8($0, radix: 16) }
        return bytes.count == pairs.count ? String(decoding: bytes, as: UTF8.self) : nil
    }

    /// The column "password" of the logins that a browser exports, up to a fault.
    private static func passwordsOfLogins(_ file: String) -> [String] {
        var reader = CSVReader(SecretBytes(unrecorded: Array(file.utf8)))
        var column: Int?
        var passwords: [String] = []
        while let record = try? reader.next() {
            let fields = record.fields.compactMap { text($0) }
            if let column {
                passwords.append(fields[column])
            } else {
                column = fields.firstIndex(of: "password")
            }
        }
        return passwords
    }
}
