// What kind of an executable a file is, by its first bytes.
// SPDX-License-Identifier: Apache-2.0

package import LatchkeySignature

/// An ELF executable or shared object.
package struct ExecutableFormat: Hashable, Sendable {
    /// 32 or 64.
    package let bits: Int
    package let machine: String

    /// Bytes of a file that are looked at.
    private static let headerSize = 20

    /// - Throws: `.message` for what is none.
    package init(_ file: SignedFile) throws(CodesignFailure) {
        try self.init(header: lifting { () throws(SignatureProblem) in try file.beginning(Self.headerSize) })
    }

    /// - Parameter header: the first bytes of a file.
    package init(header: [UInt8]) throws(CodesignFailure) {
        guard !header.starts(with: Array("#!".utf8)) else {
            throw .message(
                "a script: its interpreter runs, and lends its identity to no script; only ELF files are signed")
        }
        guard header.count == Self.headerSize, header.starts(with: [0x7f, 0x45, 0x4c, 0x46]),
            [1, 2].contains(header[4]), [1, 2].contains(header[5]), header[6] == 1
        else { throw .message("not an ELF executable or shared object") }
        let isLittleEndian = header[5] == 1
        func number(at place: Int) -> Int {
            isLittleEndian
                ? Int(header[place + 1]) << 8 | Int(header[place]) : Int(header[place]) << 8 | Int(header[place + 1])
        }
        guard [2, 3].contains(number(at: 16)) else {
            throw .message("an ELF file, but neither an executable nor a shared object")
        }
        bits = header[4] == 1 ? 32 : 64
        let number = number(at: 18)
        machine = Self.machines[number] ?? "machine \(number)"
    }

    private static let machines = [
        3: "i386", 8: "mips", 21: "ppc64", 22: "s390", 40: "arm", 62: "x86_64", 183: "arm64", 243: "riscv",
        258: "loongarch",
    ]

    package var text: String { "ELF \(bits)-bit (\(machine))" }
}
