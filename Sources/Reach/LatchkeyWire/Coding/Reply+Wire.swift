// Answers on the wire.
// SPDX-License-Identifier: Apache-2.0

package import LatchkeyModel
package import LatchkeyPlatform

extension Reply: WireValue {
    package func write(to writer: inout WireWriter) {
        switch self {
        case .done: writer.number(0 as UInt8)
        case .items(let items):
            writer.number(1 as UInt8)
            writer.list(items)
        case .identities(let identities):
            writer.number(2 as UInt8)
            writer.list(identities)
        case .sealedData(let bytes):
            writer.number(3 as UInt8)
            writer.data(bytes)
        case .accessList(let list):
            writer.number(4 as UInt8)
            list.write(to: &writer)
        case .status(let status):
            writer.number(5 as UInt8)
            status.write(to: &writer)
        case .examination(let examination):
            writer.number(6 as UInt8)
            examination.write(to: &writer)
        case .quarantinedRow(let row):
            writer.number(7 as UInt8)
            row.write(to: &writer)
        case .restoration(let restoration):
            writer.number(8 as UInt8)
            restoration.write(to: &writer)
        case .identity(let report):
            writer.number(9 as UInt8)
            report.write(to: &writer)
        case .question(let question):
            writer.number(10 as UInt8)
            writer.optional(question)
        case .computed(let result):
            writer.number(11 as UInt8)
            writer.secret(result)
        case .presence(let report):
            writer.number(12 as UInt8)
            report.write(to: &writer)
        case .busReport(let report):
            writer.number(13 as UInt8)
            report.write(to: &writer)
        case .transfer(let state):
            writer.number(14 as UInt8)
            state.write(to: &writer)
        case .survey(let survey):
            writer.number(15 as UInt8)
            survey.write(to: &writer)
        case .adoption(let outcomes):
            writer.number(16 as UInt8)
            writer.list(outcomes)
        }
    }

    package init(from reader: inout WireReader) throws(KeychainError) {
        switch try reader.number(UInt8.self) {
        case 0: self = .done
        case 1: self = .items(try reader.list(of: ReturnedItem.self, atMost: .max))
        case 2: self = .identities(try reader.list(of: Identity.self, atMost: .max))
        case 3: self = .sealedData(try reader.data())
        case 4: self = .accessList(try AccessList(from: &reader))
        case 5: self = .status(try KeychainStatus(from: &reader))
        case 6: self = .examination(try Examination(from: &reader))
        case 7: self = .quarantinedRow(try QuarantinedRow(from: &reader))
        case 8: self = .restoration(try RowRestoration(from: &reader))
        case 9: self = .identity(try IdentityReport(from: &reader))
        case 10: self = .question(try reader.optional(PermissionQuestion.self))
        case 11: self = .computed(try reader.secret())
        case 12: self = .presence(try PresenceReport(from: &reader))
        case 13: self = .busReport(try BusReport(from: &reader))
        case 14: self = .transfer(try TransferState(from: &reader))
        case 15: self = .survey(try KeychainSurvey(from: &reader))
        case 16: self = .adoption(try reader.list(of: AdoptionOutcome.self))
        default: throw WireError.broken
        }
    }
}
