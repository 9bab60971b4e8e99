// Runs the operation of the command line on each file.
// SPDX-License-Identifier: Apache-2.0

import Glibc
import LatchkeySignature
package import LatchkeyTooling

package struct Tool {
    private let output: Console
    private let errors: Console

    package init(output: Console = .output, errors: Console = .errors) {
        self.output = output
        self.errors = errors
    }

    /// - Parameter words: the command line without the name of the tool.
    /// - Returns: the exit status: 0, 1 if an operation on a file failed, 2 for a wrong usage.
    package func run(_ words: [String]) -> Int32 {
        let options: Options
        let work: (String) throws(CodesignFailure) -> Void
        do throws(CodesignFailure) {
            options = try Options(words)
            switch options.operation {
            case .sign(let identity)?:
                let signing = try Signing(identity: identity, options)
                if let script = options.script, let output = options.output {
                    try ScriptLauncher(script, options).write(to: output, isForced: options.isForced) {
                        path throws(CodesignFailure) in
                        try signing.sign(path, as: output, report: errors.writeLine)
                    }
                    return 0
                }
                work = { path throws(CodesignFailure) in try signing.sign(path, report: errors.writeLine) }
            case .display?: work = { path throws(CodesignFailure) in try display(path, options) }
            case .verify?: work = { path throws(CodesignFailure) in try verify(path, options) }
            case .remove?:
                work = { path throws(CodesignFailure) in
                    try Signing.removeSignature(of: path)
                    if options.verbosity > 0 { errors.writeLine("\(path): removed signature") }
                }
            case .help?, nil:
                output.write(UsageText.text)
                return 0
            }
        } catch .usage(let problem) {
            errors.write("codesign: \(problem)\n\(UsageText.text)")
            return 2
        } catch {
            errors.writeLine("error: \(error.message)")
            return 1
        }
        var status: Int32 = 0
        for path in options.paths {
            do throws(CodesignFailure) {
                try work(path)
            } catch {
                errors.writeLine("\(path): \(error.message)")
                status = 1
            }
        }
        return status
    }

    private func verify(_ path: String, _ options: Options) throws(CodesignFailure) {
        let file = try OpenedFile(path)
        let verdict: SignatureVerdict = Verification(options).verdict(of: file.descriptor)
        switch verdict {
        case .refused(let problem): throw .signature(problem)
        case .trusted, .adHoc: break
        }
        if options.verbosity > 0 { errors.writeLine("\(path): valid on disk") }
    }

    private func display(_ path: String, _ options: Options) throws(CodesignFailure) {
        let display = try SignatureDisplay(path)
        errors.write(display.text(verbosity: options.verbosity))
        if options.entitlements != nil { output.write(display.entitlements) }
    }
}
