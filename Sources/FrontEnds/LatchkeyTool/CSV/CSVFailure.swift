// What is wrong with a CSV file, by place; never with its content.
// SPDX-License-Identifier: Apache-2.0

/// A fault of a CSV file. Lines and columns count from one.
package struct CSVFailure: Error, Hashable, Sendable {
    package let fault: Fault
    package let line: Int
    package let column: Int

    package init(_ fault: Fault, line: Int, column: Int) {
        self.fault = fault
        self.line = line
        self.column = column
    }

    package enum Fault: Hashable, Sendable {
        case quoteInsideField
        case textAfterQuote
        case unfinishedQuote
        case bareCarriageReturn
        case fieldTooLong
        case tooManyColumns
        case otherColumnCount(expected: Int)
        case notUTF8
        case missingColumn(String)
        case columnTwice(String)
    }

    package var message: String {
        let words =
            switch fault {
            case .quoteInsideField: "a quote inside a field that does not begin with one"
            case .textAfterQuote: "text after a closing quote"
            case .unfinishedQuote: "a quote that is not closed"
            case .bareCarriageReturn: "a carriage return outside quotes that ends no line"
            case .fieldTooLong: "a field longer than \(CSVReader.largestField) bytes"
            case .tooManyColumns: "more than \(CSVReader.largestColumnCount) columns"
            case .otherColumnCount(let expected): "the first row has \(expected) columns, this one another number"
            case .notUTF8: "text that is not UTF-8"
            case .missingColumn(let name): "the first row names no column \(name)"
            case .columnTwice(let name): "the first row names the column \(name) twice"
            }
        return "line \(line), column \(column): \(words)"
    }
}
