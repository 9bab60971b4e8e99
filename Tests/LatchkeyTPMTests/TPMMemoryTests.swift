// What stays of secrets in the memory of a process that has used a TPM.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Glibc
import LatchkeyCrypto
import LatchkeyPlatform
import LatchkeyTPM
import LatchkeyTestSupport
import Testing

@Suite struct TPMMemoryTests {
    private let software: SoftwareTPM

    init() throws { software = try SoftwareTPM() }

    /// libtss2 decrypts an answer where it lies, and keeps what a command was given.
    @Test func `a secret that was sealed and unsealed is where its owners have it, and nowhere else`() throws {
        let tpm = try TPM(software.name)
        _ = try tpm.enrol()
        // Nobody but this test has ever had it. The ledger takes copies of what is wiped with 32 bytes.
        let sealed = unsafe SecretBytes(count: 48) { unsafe SystemRandom.fill($0) }
        // The pages of secrets may be such as nobody can look into; then an owner is not seen.
        let seen = try occurrences(of: sealed)
        #expect(seen <= 1)
        let object = try tpm.seal(sealed, for: secret("auth"), countsTries: false)
        let before = try occurrences(of: sealed)
        #expect(before == seen, "the owner of what is sealed")
        let found = try tpm.unseal(object, with: secret("auth"))
        let isSame = found.isEqual(to: sealed)
        #expect(isSame)
        let after = try occurrences(of: sealed)
        #expect(after == 2 * seen, "the owner of what was sealed, and of what is unsealed")
        let plain = found.declassified(because: "a copy has to be found")
        let withCopy = try occurrences(of: sealed)
        // They own theirs until here.
        let areOwned = found.isEqual(to: sealed)
        #expect(withCopy > after && plain.count == 48 && areOwned, "the search finds what there is")
    }

    /// How often the bytes are in the memory of this process, but on its stacks.
    private func occurrences(of secret: borrowing SecretBytes) throws -> Int {
        let memory = unsafe open("/proc/self/mem", O_RDONLY)
        defer { close(memory) }
        try #require(memory >= 0)
        let size = 1 << 20
        // A place of its own, which is not looked at.
        let mapped = unsafe mmap(nil, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
        guard let buffer = unsafe mapped, unsafe buffer != MAP_FAILED else {
            throw SoftwareTPM.Failure(what: "no memory for a search")
        }
        defer { unsafe munmap(buffer, size) }
        let own = UInt(bitPattern: mapped)
        var count = 0
        let maps = try String(contentsOfFile: "/proc/self/maps", encoding: .utf8)
        for line in maps.split(separator: "\n") where line.contains(" rw-p ") && !line.contains("[stack") {
            let ends = line.prefix { $0 != " " }.split(separator: "-").compactMap { UInt($0, radix: 16) }
            guard ends.count == 2, !(ends[0]..<ends[1]).contains(own) else { continue }
            var place = ends[0]
            while place < ends[1] {
                let wanted = min(size, Int(ends[1] - place))
                let read = unsafe pread(memory, buffer, wanted, off_t(place))
                // Another test may have given a page back since the list was read; what is behind it is still there.
                guard read > 0 else {
                    place += 4096
                    continue
                }
                count += unsafe secret.withUnsafeBytes { unsafe Self.count($0, in: buffer, size: read) }
                // What lies across the end of a piece is in the next one.
                place += UInt(read == wanted && read == size ? read - secret.count + 1 : read)
            }
        }
        unsafe memset(buffer, 0, size)
        return count
    }

    private static func count(
        _ secret: UnsafeRawBufferPointer, in memory: UnsafeRawPointer, size: Int
    ) -> Int {
        guard let start = secret.baseAddress, size >= secret.count, let first = unsafe secret.first else { return 0 }
        let end = size - secret.count
        var (count, place) = (0, 0)
        while place <= end, let found = unsafe memchr(memory + place, CInt(first), end - place + 1) {
            place = unsafe UnsafeRawPointer(found) - memory
            if unsafe memcmp(memory + place, start, secret.count) == 0 { count += 1 }
            place += 1
        }
        return count
    }
}
