// What `codesign -d` says of a signature. Nothing of it is verified.
// SPDX-License-Identifier: Apache-2.0

import Crypto
import Glibc
import LatchkeyCertificates
import LatchkeySignature
import LatchkeyTooling

struct SignatureDisplay {
    private let path: String
    private let format: String
    private let record: SignatureRecord
    private let pin: ScriptPin?

    init(_ path: String) throws(CodesignFailure) {
        let opened = try OpenedFile(path)
        let file = try lifting { () throws(SignatureProblem) in try SignedFile(opened.descriptor) }
        record = try lifting { () throws(SignatureProblem) in try file.record() }
        let end = record.directory.fileSize
        pin = try lifting { () throws(SignatureProblem) in try file.pin(endingAt: end) }
        format = (try? ExecutableFormat(file).text) ?? "generic"
        self.path = Self.absolute(path)
    }

    var entitlements: [UInt8] { record.directory.entitlements }

    func text(verbosity: Int) -> String {
        let directory = record.directory
        var lines = ["Executable=\(path)"]
        if verbosity > 0 {
            let isAdHoc = directory.team == nil
            let flags = String(directory.flags, radix: 16)
            let names = isAdHoc ? "adhoc" : directory.hasLoader ? "runtime" : "none"
            lines += [
                "Identifier=\(directory.identifier)", "Format=\(format)",
                "CodeDirectory v=1 size=\(directory.encoded.count) flags=0x\(flags)(\(names)) location=embedded",
            ]
            if verbosity > 2 {
                lines += [
                    "Hash type=sha256 size=32", "CDHash=\(Self.digits(Array(SHA256.hash(data: directory.encoded))))",
                ]
            }
            lines.append(isAdHoc ? "Signature=adhoc" : "Signature size=\(record.message.count)")
            if verbosity > 1, !isAdHoc, let message = try? SignedMessage(decoding: record.message) {
                lines += message.certificates.map { "Authority=\(($0.subjectSummary ?? "").visible)" }
                // The root is not in the record; the last certificate names it.
                lines += [message.certificates.last?.issuer.summary].compactMap { $0 }.map {
                    "Authority=\($0.visible)"
                }
            }
            lines.append("TeamIdentifier=\(directory.team?.text ?? "not set")")
        }
        if let pin {
            lines += [
                "Script=\(pin.script.visible)",
                "Interpreter=\(([pin.interpreter] + pin.options).joined(separator: " ").visible)",
                "ScriptDigest=\(Self.digits(pin.digest))",
            ]
        }
        return lines.map { $0 + "\n" }.joined()
    }

    private static func digits(_ bytes: [UInt8]) -> String {
        bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }

    private static func absolute(_ path: String) -> String {
        guard let resolved = unsafe realpath(path, nil) else { return path }
        defer { unsafe free(resolved) }
        return unsafe String(cString: resolved)
    }
}
