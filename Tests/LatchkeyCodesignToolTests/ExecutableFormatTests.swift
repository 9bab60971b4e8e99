// Which files are executables that can be signed.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyCodesignTool
import Testing

@Suite struct ExecutableFormatTests {
    /// The first twenty bytes of an ELF file.
    private func header(bits: Int = 64, isLittleEndian: Bool = true, type: UInt8 = 2, machine: UInt8 = 62) -> [UInt8] {
        let start: [UInt8] = [0x7f, 0x45, 0x4c, 0x46, bits == 64 ? 2 : 1, isLittleEndian ? 1 : 2, 1]
        let end = isLittleEndian ? [type, 0, machine, 0] : [0, type, 0, machine]
        return start + Array(repeating: 0, count: 9) + end
    }

    @Test func `ELF of both sizes and both byte orders`() throws {
        #expect(try ExecutableFormat(header: header()).text == "ELF 64-bit (x86_64)")
        #expect(try ExecutableFormat(header: header(type: 3, machine: 183)).text == "ELF 64-bit (arm64)")
        #expect(try ExecutableFormat(header: header(bits: 32, machine: 3)).text == "ELF 32-bit (i386)")
        #expect(try ExecutableFormat(header: header(isLittleEndian: false, machine: 22)).text == "ELF 64-bit (s390)")
        #expect(try ExecutableFormat(header: header(machine: 250)).text == "ELF 64-bit (machine 250)")
    }

    @Test func `everything else is refused`() {
        let files = [
            [], Array("#!/bin/sh\n".utf8), Array("#!/bin/sh and more to read\n".utf8), header(type: 1), header(type: 4),
            Array(header().dropLast()), Array(repeating: 0, count: 20), Array("MZ".utf8),
        ]
        for file in files {
            #expect(throws: CodesignFailure.self) { _ = try ExecutableFormat(header: file) }
        }
    }
}
