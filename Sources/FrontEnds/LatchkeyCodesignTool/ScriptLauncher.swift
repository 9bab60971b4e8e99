// Makes a launcher: the template, and the pin of one script.
// SPDX-License-Identifier: Apache-2.0

import Glibc
import LatchkeySignature

struct ScriptLauncher {
    private let pin: ScriptPin

    private static let largestTemplate = 16 << 20

    init(_ script: String, _ options: Options) throws(CodesignFailure) {
        do {
            pin = try Self.pin(script, options)
        } catch {
            guard case .usage = error else { throw .message("\(script): \(error.message)") }
            throw error
        }
    }

    private static func pin(_ script: String, _ options: Options) throws(CodesignFailure) -> ScriptPin {
        let opened = try OpenedFile(script)
        let file = try lifting { () throws(SignatureProblem) in try SignedFile(opened.descriptor) }
        guard file.size <= ScriptPin.largestScript else { throw .message("the script is too long") }
        let beginning = try lifting { () throws(SignatureProblem) in try file.beginning(512) }
        let digest = try lifting { () throws(SignatureProblem) in try file.digest(ofFirst: file.size) }
        let interpreter = try ScriptInterpreter(
            beginning: beginning, path: options.interpreter, options: options.interpreterOptions,
            exists: { path in unsafe access(path, X_OK) == 0 })
        guard SystemPath.isOfSystem(interpreter.path) else {
            throw .message("\(interpreter.path): not a file that root alone can write or replace")
        }
        let program = try OpenedFile(interpreter.path)
        let name = interpreter.path.split(separator: "/").last.map(String.init) ?? ""
        guard Interpreter.isInterpreter(named: name, program.descriptor) else {
            throw .message("\(interpreter.path): the keychain does not know it as an interpreter")
        }
        guard let path = options.scriptPath ?? absolute(script), path.hasPrefix("/") else {
            throw .message("the path of the script must begin with /")
        }
        guard
            let pin = ScriptPin(
                interpreter: interpreter.path, options: interpreter.options, script: path, scriptSize: file.size,
                digest: digest)
        else { throw .message("paths or options are too long for a launcher") }
        return pin
    }

    /// Writes the launcher beside its place, signs it there, and moves it.
    func write(
        to output: String, isForced: Bool, sign: (String) throws(CodesignFailure) -> Void
    ) throws(CodesignFailure) {
        var random = SystemRandomNumberGenerator()
        let slash = output.lastIndex(of: "/").map(output.index(after:)) ?? output.startIndex
        let draft = String(output[..<slash]) + ".codesign-" + String(random.next() as UInt64, radix: 36)
        do throws(CodesignFailure) {
            let bytes = try Self.template() + pin.encoded
            let file = unsafe open(draft, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o755)
            guard file >= 0 else { throw CodesignFailure.system() }
            defer { close(file) }
            var done = 0
            while done < bytes.count {
                let count = unsafe bytes.withUnsafeBytes { buffer in
                    unsafe Glibc.write(file, buffer.baseAddress.map { unsafe $0 + done }, buffer.count - done)
                }
                if count < 0, errno == EINTR { continue }
                guard count > 0 else { throw CodesignFailure.system() }
                done += count
            }
            try sign(draft)
            // A link and a rename tell whether something is there at the moment that counts.
            guard isForced ? unsafe rename(draft, output) == 0 : unsafe link(draft, output) == 0 else {
                throw errno == EEXIST ? CodesignFailure.message("is there already") : .system()
            }
            unsafe unlink(draft)
        } catch {
            unsafe unlink(draft)
            throw .message("\(output): \(error.message)")
        }
    }

    private static func template() throws(CodesignFailure) -> [UInt8] {
        let path = HelperFile.path(named: "script-launcher")
        let bytes: [UInt8]
        do {
            bytes = try OpenedFile.contents(of: path, atMost: largestTemplate)
        } catch {
            throw .message("\(path): \(error.message)")
        }
        _ = try ExecutableFormat(header: Array(bytes.prefix(20)))
        return bytes
    }

    private static func absolute(_ path: String) -> String? {
        guard let resolved = unsafe realpath(path, nil) else { return nil }
        defer { unsafe free(resolved) }
        return unsafe String(cString: resolved)
    }
}
