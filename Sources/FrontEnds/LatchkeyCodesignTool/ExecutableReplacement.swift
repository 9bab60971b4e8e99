// A file that takes the place of another at once: processes that run the old one keep it.
// SPDX-License-Identifier: Apache-2.0

import CLatchkeyLinux
import Glibc
import LatchkeySignature

/// Written beside the file and renamed over it at the end; gone if it is not finished. Mode, owner, access control list
/// and the attributes of the user stay; the dates are new, as the bytes are.
struct ExecutableReplacement: ~Copyable {
    private let path: String
    private let draft: String
    private let old: OpenedFile
    private let oldFile: SignedFile
    private let new: CInt

    /// - Throws: for what is no file of its own, and for privileged programs.
    init(_ path: String) throws(CodesignFailure) {
        let old = try OpenedFile(path, flags: O_NOFOLLOW)
        let kind = old.status.st_mode & S_IFMT
        guard kind != S_IFDIR else { throw .message("a directory; only ELF executables and shared objects are signed") }
        guard kind == S_IFREG else { throw .message("not a file") }
        guard old.status.st_nlink == 1 else {
            throw .message("the file has other names (hard links), which would keep the old contents")
        }
        guard old.status.st_mode & (S_ISUID | S_ISGID) == 0 else {
            throw .message("a setuid or setgid program; sign it before it gets this mode")
        }
        guard latchkey_has_capabilities(old.descriptor) == 0 else {
            throw .message("a program with file capabilities; sign it before it gets them")
        }
        let oldFile = try lifting { () throws(SignatureProblem) in try SignedFile(old.descriptor) }
        _ = try ExecutableFormat(oldFile)
        var random = SystemRandomNumberGenerator()
        let slash = path.lastIndex(of: "/").map(path.index(after:)) ?? path.startIndex
        let draft = path[..<slash] + ".codesign-" + String(random.next() as UInt64, radix: 36)
        let new = unsafe open(draft, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard new >= 0 else { throw .system("the directory of the file cannot be written: ") }
        self.path = path
        self.draft = draft
        self.old = old
        self.oldFile = oldFile
        self.new = new
    }

    deinit {
        close(new)
        // After the rename there is none.
        unsafe unlink(draft)
    }

    func format() throws(CodesignFailure) -> ExecutableFormat { try ExecutableFormat(oldFile) }

    /// What the file was signed as, or nil if there is no record.
    func directory() throws(CodesignFailure) -> CodeDirectory? {
        do throws(SignatureProblem) {
            return try oldFile.record().directory
        } catch {
            switch error {
            case .unsigned: return nil
            case .damagedRecord, .unknownVersion:
                throw .message("\(error.reason), so that it cannot be told where the program ends; build it anew")
            default: throw .signature(error)
            }
        }
    }

    /// Copies the program as it was before it was signed.
    /// - Parameter directory: what it was signed as.
    func copyProgram(of directory: CodeDirectory?) throws(CodesignFailure) {
        try copy(first: directory?.fileSize)
        if directory?.hasLoader == true { try LoaderField(new).remove() }
    }

    /// Whether what was copied is the launcher of a script.
    func isLauncher() throws(CodesignFailure) -> Bool {
        try lifting { () throws(SignatureProblem) in
            let file = try SignedFile(new)
            return try file.pin(endingAt: file.size) != nil
        }
    }

    /// Has the program started by the loader, unless it is a library.
    func setLoader(
        _ path: String, takesForeignLibraries: Bool = false, isElsewhere: Bool = false
    ) throws(CodesignFailure) -> LoaderField.Outcome {
        try LoaderField(new).set(path, takesForeignLibraries: takesForeignLibraries, isElsewhere: isElsewhere)
    }

    /// - Parameter count: bytes that are taken, or nil for all.
    private func copy(first count: UInt64?) throws(CodesignFailure) {
        var left = Int(count ?? oldFile.size)
        var buffer = [UInt8](repeating: 0, count: 1 << 18)
        var offset: off_t = 0
        while left > 0 {
            let received = unsafe pread(old.descriptor, &buffer, min(left, buffer.count), offset)
            if received < 0, errno == EINTR { continue }
            guard received >= 0 else { throw .system() }
            guard received > 0 else { throw .signature(.changedMeanwhile) }
            try append(buffer[..<received])
            offset += off_t(received)
            left -= received
        }
        guard try lifting({ () throws(SignatureProblem) in try oldFile.isUnchanged() }) else {
            throw .signature(.changedMeanwhile)
        }
    }

    /// Size and SHA-256 of what was written.
    func digest() throws(CodesignFailure) -> (size: UInt64, digest: [UInt8]) {
        try lifting { () throws(SignatureProblem) in
            let file = try SignedFile(new)
            return (file.size, try file.digest(ofFirst: file.size))
        }
    }

    func append(_ bytes: some Collection<UInt8>) throws(CodesignFailure) {
        let bytes = Array(bytes)
        var done = 0
        while done < bytes.count {
            let count = unsafe bytes.withUnsafeBytes { buffer in
                unsafe write(new, buffer.baseAddress.map { unsafe $0 + done }, buffer.count - done)
            }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw .system() }
            done += count
        }
    }

    /// Puts the new file in the place of the old one.
    consuming func finish() throws(CodesignFailure) {
        let status = old.status
        var made = stat()
        guard unsafe fstat(new, &made) == 0 else { throw .system() }
        // A directory may have given the new file its own group.
        if status.st_uid != made.st_uid || status.st_gid != made.st_gid {
            guard fchown(new, status.st_uid, status.st_gid) == 0 else {
                throw .system("the file belongs to somebody else, and would not any more: ")
            }
        }
        guard latchkey_copy_attributes(old.descriptor, new) == 0 else {
            throw .system("an extended attribute cannot be kept: ")
        }
        guard fchmod(new, status.st_mode & 0o7777) == 0, fsync(new) == 0 else { throw .system() }
        var now = stat()
        guard unsafe lstat(path, &now) == 0, now.st_dev == status.st_dev, now.st_ino == status.st_ino else {
            throw .signature(.changedMeanwhile)
        }
        guard unsafe rename(draft, path) == 0 else { throw .system() }
        let directory = path.lastIndex(of: "/").map { String(path[...$0]) } ?? "."
        let folder = unsafe open(directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard folder >= 0 else { return }
        fsync(folder)
        close(folder)
    }
}
