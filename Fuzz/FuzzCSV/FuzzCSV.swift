// Fuzzes the CSV reader: what it reads is written and read again as the same.
// SPDX-License-Identifier: Apache-2.0

import FuzzSupport
import LatchkeyModel
import LatchkeyPlatform
import LatchkeyTool

@main enum FuzzCSV {
    static func main() {
        unsafe fuzz { start, count in
            FuzzCSV.run(unsafe input(at: start, count: count))
            return 0
        }
    }

    private static func run(_ bytes: [UInt8]) {
        let (records, failure) = read(bytes)
        if let failure {
            check(failure.line >= 1 && (1...65).contains(failure.column), "a fault has a place")
            check(!failure.message.isEmpty, "a fault has words")
        }
        let written = write(records)
        let (again, fault) = read(written)
        check(fault == nil, "what was written is read")
        check(again.map(\.fields) == records.map(\.fields), "what was written is read as the same")
        check(write(again) == written, "what was read again is written to the same bytes")
        readCredentials(bytes, isCSV: failure == nil)
    }

    /// The records up to the first fault.
    private static func read(_ bytes: [UInt8]) -> ([CSVReader.Record], CSVFailure?) {
        var reader = CSVReader(SecretBytes(copying: bytes))
        var records: [CSVReader.Record] = []
        var line = 0
        do {
            while let record = try reader.next() {
                check(record.line > line, "lines ascend")
                check((1...CSVReader.largestColumnCount).contains(record.fields.count), "columns are bounded")
                line = record.line
                records.append(record)
            }
        } catch {
            return (records, error)
        }
        return (records, nil)
    }

    private static func write(_ records: [CSVReader.Record]) -> [UInt8] {
        records.flatMap { CSVWriter.row($0.fields).declassified(because: "an input of a fuzzer is no secret") }
    }

    private static func readCredentials(_ bytes: [UInt8], isCSV: Bool) {
        do {
            let credentials = try BrowserCredential.read(SecretBytes(copying: bytes))
            check(isCSV, "nothing is returned of a file with a fault")
            check(credentials.map(\.row) == Array(1..<(credentials.count + 1)), "rows are counted from one")
        } catch {
            if case .csv = error { return }
            check(false, "a file that is no export has a fault of its own")
        }
    }
}
