// One prepared statement.
// SPDX-License-Identifier: Apache-2.0

import CLatchkeySQLite
import LatchkeyModel
package import LatchkeyPlatform

/// A prepared statement. Values are never written into SQL, so SQL holds nothing private.
@safe
package final class Statement {  // the handle stays inside
    private let handle: OpaquePointer

    init(_ handle: OpaquePointer) { unsafe self.handle = unsafe handle }

    deinit { unsafe sqlite3_finalize(handle) }

    package func bind(_ values: [SQLValue]) throws(KeychainError) {
        for (offset, value) in values.enumerated() {
            let status = bind(value, at: CInt(offset + 1))
            guard status == SQLITE_OK else { throw KeychainError.sqlite(status, during: "binding a value") }
        }
    }

    private func bind(_ value: SQLValue, at index: CInt) -> CInt {
        switch value {
        case .null: unsafe sqlite3_bind_null(handle, index)
        case .integer(let number): unsafe sqlite3_bind_int64(handle, index, number)
        case .real(let number): unsafe sqlite3_bind_double(handle, index, number)
        case .text(let text):
            unsafe latchkey_bind_transient_text(handle, index, text, CInt(clamping: text.utf8.count))
        case .blob(let bytes) where bytes.isEmpty: unsafe sqlite3_bind_zeroblob(handle, index, 0)
        case .blob(let bytes):
            bytes.count > Int(CInt.max)
                ? SQLITE_TOOBIG
                : unsafe latchkey_bind_transient_blob(handle, index, bytes, CInt(bytes.count))
        }
    }

    /// - Returns: true if there is a row.
    package func step() throws(KeychainError) -> Bool {
        switch unsafe sqlite3_step(handle) {
        case SQLITE_ROW: return true
        case SQLITE_DONE: return false
        case let status: throw KeychainError.sqlite(status, during: "reading or writing the keychain file")
        }
    }

    /// Makes the statement ready for its next use and lets go of the bound values.
    package func reset() {
        unsafe sqlite3_reset(handle)
        unsafe sqlite3_clear_bindings(handle)
    }

    /// How often it has been run.
    var runs: Int { Int(unsafe sqlite3_stmt_status(handle, SQLITE_STMTSTATUS_RUN, 0)) }

    package var columnCount: Int { Int(unsafe sqlite3_column_count(handle)) }

    package func value(at column: Int) -> SQLValue {
        let index = CInt(column)
        return switch unsafe sqlite3_column_type(handle, index) {
        case SQLITE_INTEGER: .integer(unsafe sqlite3_column_int64(handle, index))
        case SQLITE_FLOAT: .real(unsafe sqlite3_column_double(handle, index))
        case SQLITE_TEXT: .text(text(at: index))
        case SQLITE_BLOB: .blob(blob(at: index))
        default: .null
        }
    }

    package func isText(at column: Int) -> Bool {
        unsafe sqlite3_column_type(handle, CInt(column)) == SQLITE_TEXT
    }

    package func isBlob(at column: Int) -> Bool {
        unsafe sqlite3_column_type(handle, CInt(column)) == SQLITE_BLOB
    }

    /// Lends the bytes of a text or blob, which are SQLite's until the next step.
    package func withBytes(at column: Int, _ body: (UnsafeRawBufferPointer) -> Void) {
        let index = CInt(column)
        let start = unsafe sqlite3_column_blob(handle, index)
        let count = unsafe start == nil ? 0 : Int(sqlite3_column_bytes(handle, index))
        unsafe body(UnsafeRawBufferPointer(start: start, count: count))
    }

    /// The bytes of a text or blob.
    func bytes(at column: Int) -> [UInt8] {
        var bytes: [UInt8] = []
        unsafe withBytes(at: column) { unsafe bytes.append(contentsOf: $0) }
        return bytes
    }

    private func text(at index: CInt) -> String {
        guard let start = unsafe sqlite3_column_text(handle, index) else { return "" }
        let count = Int(unsafe sqlite3_column_bytes(handle, index))
        return unsafe String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
    }

    private func blob(at index: CInt) -> [UInt8] {
        let count = Int(unsafe sqlite3_column_bytes(handle, index))
        guard let start = unsafe sqlite3_column_blob(handle, index) else { return [] }
        return unsafe Array(UnsafeRawBufferPointer(start: start, count: count))
    }
}
