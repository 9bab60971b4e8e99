// A pinentry of the tests: a process that answers what it is told to, and keeps what it was asked.
// SPDX-License-Identifier: Apache-2.0

import Glibc
import LatchkeyPlatform
import LatchkeyPresence
import LatchkeyTestSupport

/// A script in the place of pinentry.
struct ScriptedHelper {
    private let home: TemporaryHome
    private var path: String { home.path + "/pinentry" }

    /// - Parameter refusing: a command that it does not know.
    init(confirm: [String] = [], pins: [String] = [], refusing: String? = nil) throws {
        home = try TemporaryHome()
        func cases(_ answers: [String]) -> String {
            answers.enumerated().map { index, answer in
                let action =
                    switch answer {
                    case "exit": "exit 0"
                    case "wait": "sleep 60"
                    default: "printf '%b\\n' \"\(answer)\""
                    }
                return "\(index)) \(action);;"
            }.joined(separator: " ")
        }
        let script = """
            #!/bin/bash
            echo "OK Pleased to meet you"
            confirms=0 pins=0
            while read -r command rest; do
                printf '%s %s\\n' "$command" "$rest" >>"${BASH_SOURCE[0]}.log"
                case $command in
                    CONFIRM) case $confirms in \(cases(confirm)) esac; confirms=$((confirms + 1));;
                    GETPIN) case $pins in \(cases(pins)) esac; pins=$((pins + 1));;
                    \(refusing ?? "-")) echo "ERR 536871187 Unknown IPC command";;
                    *) echo OK;;
                esac
            done
            """
        try WrittenProgram.write(script, to: path)
    }

    func pinentry(
        in place: Pinentry.Place = Pinentry.Place(), for seconds: Double = 20,
        while isWanted: @escaping () -> Bool = { true }
    ) throws(KeychainError) -> Pinentry {
        try Pinentry(
            at: path, in: place, environment: ["PATH=/usr/bin:/bin"], until: HelperProcess.now + seconds,
            while: isWanted)
    }

    /// The commands that it was sent.
    func heard() throws -> [String] {
        let file = unsafe open(path + ".log", O_RDONLY | O_CLOEXEC)
        defer { close(file) }
        var bytes = [UInt8](repeating: 0, count: 16 << 10)
        let count = unsafe read(file, &bytes, bytes.count)
        return String(decoding: bytes[..<max(0, count)], as: UTF8.self).split(separator: "\n").map {
            String($0).hasSuffix(" ") ? String($0.dropLast()) : String($0)
        }
    }
}
