// Who a program is, on the wire.
// SPDX-License-Identifier: Apache-2.0

package import LatchkeyModel
package import LatchkeyPlatform

extension IdentityReport.Origin: WireValue {
    package func write(to writer: inout WireWriter) {
        switch self {
        case .signature(let team, let identifier, let digest):
            writer.number(1 as UInt8)
            writer.text(team)
            writer.text(identifier)
            writer.data(digest)
        case .path: writer.number(2 as UInt8)
        case .tool: writer.number(3 as UInt8)
        case .service(let unit):
            writer.number(4 as UInt8)
            writer.text(unit)
        case .snap(let name):
            writer.number(5 as UInt8)
            writer.text(name)
        case .flatpak(let name):
            writer.number(6 as UInt8)
            writer.text(name)
        case .embedded: writer.number(7 as UInt8)
        case .script(let team, let identifier, let digest, let path):
            writer.number(8 as UInt8)
            writer.text(team)
            writer.text(identifier)
            writer.data(digest)
            writer.text(path)
        }
    }

    package init(from reader: inout WireReader) throws(KeychainError) {
        switch try reader.number(UInt8.self) {
        case 1:
            let team = try reader.text()
            let identifier = try reader.text()
            self = .signature(team: team, identifier: identifier, digest: try reader.data())
        case 2: self = .path
        case 3: self = .tool
        case 4: self = .service(try reader.text())
        case 5: self = .snap(try reader.text())
        case 6: self = .flatpak(try reader.text())
        case 7: self = .embedded
        case 8:
            let team = try reader.text()
            let identifier = try reader.text()
            let digest = try reader.data()
            self = .script(team: team, identifier: identifier, digest: digest, path: try reader.text())
        default: throw WireError.broken
        }
    }
}

extension IdentityReport: WireValue {
    package func write(to writer: inout WireWriter) {
        writer.number(processID)
        writer.number(userID)
        writer.text(executable)
        writer.optional(origin)
        writer.number(evidence.rawValue)
        writer.optional(applicationIdentifier) { $0.text($1) }
        writer.list(accessGroups)
        writer.list(withheldGroups)
        writer.optional(refusal) { $0.text($1.description) }
    }

    package init(from reader: inout WireReader) throws(KeychainError) {
        let processID = try reader.number(Int32.self)
        let userID = try reader.number(UInt32.self)
        let executable = try reader.text()
        let origin = try reader.optional(Origin.self)
        guard let evidence = Evidence(rawValue: try reader.number(UInt8.self)) else { throw WireError.broken }
        let application = try reader.optional { reader throws(KeychainError) in try reader.text() }
        let groups = try reader.list(of: AccessGroup.self)
        let withheld = try reader.list(of: AccessGroup.self)
        let refusal = try reader.optional { reader throws(KeychainError) in
            ErrorWords(received: try reader.text(atMost: WireLimits.largestText))
        }
        self.init(
            processID: processID, userID: userID, executable: executable, origin: origin, evidence: evidence,
            applicationIdentifier: application, accessGroups: groups, withheldGroups: withheld, refusal: refusal)
    }
}
