// One row of a browser's export.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyModel
package import LatchkeyPlatform
import LatchkeyTooling

/// What a row says. Its password stays in wiped memory.
package struct BrowserCredential: Sendable {
    /// The number of the row, the first after the names of the columns being 1.
    package let row: Int
    package let url: String
    package let username: String
    package let password: ItemSecret
    package let name: String
    package let note: String

    /// All rows. Nothing is returned of a file that has a fault anywhere, so that nothing is imported by halves.
    package static func read(_ bytes: consuming SecretBytes) throws(ToolFailure) -> [BrowserCredential] {
        do {
            return try readRows(bytes)
        } catch {
            throw .csv(error)
        }
    }

    private static func readRows(_ bytes: consuming SecretBytes) throws(CSVFailure) -> [BrowserCredential] {
        var reader = CSVReader(bytes)
        guard let header = try reader.next() else { throw CSVFailure(.missingColumn("url"), line: 1, column: 1) }
        let columns = try Columns(header)
        var credentials: [BrowserCredential] = []
        while let record = try reader.next() {
            guard record.fields.count == header.fields.count else {
                throw CSVFailure(
                    .otherColumnCount(expected: header.fields.count), line: record.line, column: record.fields.count)
            }
            credentials.append(
                BrowserCredential(
                    row: credentials.count + 1, url: try record.text(columns.url),
                    username: try record.text(columns.username), password: record.fields[columns.password],
                    name: try columns.name.map { column throws(CSVFailure) in try record.text(column) } ?? "",
                    note: try columns.note.map { column throws(CSVFailure) in try record.text(column) } ?? ""))
        }
        return credentials
    }

    /// Where the columns are.
    private struct Columns {
        let url: Int
        let username: Int
        let password: Int
        let name: Int?
        let note: Int?

        init(_ header: CSVReader.Record) throws(CSVFailure) {
            var places: [String: Int] = [:]
            for column in header.fields.indices {
                let name = try header.text(column).lowercased()
                let known = name == "comment" ? "note" : name
                guard places[known] == nil || name.isEmpty else {
                    throw CSVFailure(.columnTwice(known), line: header.line, column: column + 1)
                }
                places[known] = column
            }
            func place(_ name: String) throws(CSVFailure) -> Int {
                guard let place = places[name] else {
                    throw CSVFailure(.missingColumn(name), line: header.line, column: header.fields.count)
                }
                return place
            }
            url = try place("url")
            username = try place("username")
            password = try place("password")
            name = places["name"]
            note = places["note"]
        }
    }
}

extension CSVReader.Record {
    /// A field that is no password, as text.
    fileprivate func text(_ column: Int) throws(CSVFailure) -> String {
        guard let text = String(validating: fields[column].publicBytes, as: UTF8.self) else {
            throw CSVFailure(.notUTF8, line: line, column: column + 1)
        }
        return text
    }
}
