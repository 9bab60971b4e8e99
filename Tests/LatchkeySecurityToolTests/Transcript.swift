// A transcript of commands: what is typed, and what is printed.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// The lines of a transcript:
///
///     $ COMMAND     run by bash; what follows belongs to it
///     < TEXT        a line of its standard input
///     2> TEXT       a line that it writes to standard error
///     ? NUMBER      its exit status; 0 if there is none
///     TEXT          a line that it writes to standard output
///
/// Blank lines and lines that begin with "# " are left out. "[..]" in an expected line stands for anything, and HOME
/// for the value of LATCHKEY_HOME. A transcript with the line "# requires: session keys" is left out if the kernel
/// keeps none.
struct Transcript: CustomTestStringConvertible, Sendable {
    struct Step: Sendable {
        let line: Int
        let command: String
        var input: [String] = []
        var output: [String] = []
        var errors: [String] = []
        var status: Int32 = 0
    }

    struct LineBeforeCommand: Error {
        let line: Int
    }

    let name: String
    let requiresSessionKeys: Bool
    let steps: [Step]

    var testDescription: String { name }

    static let all: [Transcript] = {
        let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Transcripts")
        let files = (try? FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)) ?? []
        return files.filter { $0.pathExtension == "txt" }.sorted { $0.path < $1.path }.compactMap {
            try? Transcript($0)
        }
    }()

    init(_ file: URL) throws {
        let lines = try String(contentsOf: file, encoding: .utf8).split(
            separator: "\n", omittingEmptySubsequences: false)
        var steps: [Step] = []
        for (number, line) in zip(1..., lines.map(String.init)) {
            if line.allSatisfy(\.isWhitespace) || line.hasPrefix("# ") { continue }
            if let command = line.dropping("$ ") {
                steps.append(Step(line: number, command: command))
                continue
            }
            guard var step = steps.popLast() else { throw LineBeforeCommand(line: number) }
            if let text = line.dropping("< ") {
                step.input.append(text)
            } else if let text = line.dropping("2> ") {
                step.errors.append(text)
            } else if let status = line.dropping("? ").flatMap({ Int32($0) }) {
                step.status = status
            } else {
                step.output.append(line)
            }
            steps.append(step)
        }
        name = file.deletingPathExtension().lastPathComponent
        requiresSessionKeys = lines.contains("# requires: session keys")
        self.steps = steps
    }

    /// Whether lines are those that a transcript expects.
    static func matches(_ expected: [String], _ actual: [String]) -> Bool {
        expected.count == actual.count && zip(expected, actual).allSatisfy { matches($0, $1) }
    }

    /// Finds the parts between "[..]" one after the other, the first at the beginning and the last at the end.
    private static func matches(_ pattern: String, _ line: String) -> Bool {
        let parts = pattern.components(separatedBy: "[..]")
        guard parts.count > 1 else { return pattern == line }
        guard line.hasPrefix(parts[0]) else { return false }
        var rest = line.dropFirst(parts[0].count)
        for part in parts.dropFirst().dropLast() where !part.isEmpty {
            guard let found = rest.range(of: part) else { return false }
            rest = rest[found.upperBound...]
        }
        return rest.hasSuffix(parts[parts.count - 1])
    }
}

extension String {
    fileprivate func dropping(_ prefix: String) -> String? {
        hasPrefix(prefix) ? String(dropFirst(prefix.count)) : nil
    }
}
