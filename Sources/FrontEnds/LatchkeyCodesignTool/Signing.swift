// Signs files, and takes signatures away.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyModel
import LatchkeySignature

struct Signing {
    /// Nil for an ad-hoc signature.
    private let signer: CodeSigner?
    private let entitlements: [UInt8]
    private let identifier: CodeIdentifier?
    private let isForced: Bool
    private let isVerbose: Bool
    private let leavesLoaderOut: Bool
    /// For an ad-hoc signature: what starts the program, or nil.
    private let adHocLoader: String?

    /// Reads what all files are signed with.
    init(identity: String, _ options: Options) throws(CodesignFailure) {
        entitlements = try options.entitlements.map(Self.entitlements) ?? []
        identifier = try options.identifier.map { text throws(CodesignFailure) in
            guard let identifier = CodeIdentifier(text) else {
                throw CodesignFailure.usage(
                    "an identifier has 1 to 255 visible characters of ASCII, without / and *")
            }
            return identifier
        }
        signer = identity == "-" ? nil : try SigningIdentity.read(identity, passwordFile: options.passwordFile)
        isForced = options.isForced
        isVerbose = options.verbosity > 0
        leavesLoaderOut = options.leavesLoaderOut
        adHocLoader = options.loader
    }

    /// - Parameter name: the path that the file will have, if it is another.
    func sign(_ path: String, as name: String? = nil, report: (String) -> Void) throws(CodesignFailure) {
        let name = name ?? path
        guard let identifier = identifier ?? CodeIdentifier(String(name[Self.nameStart(name)...])) else {
            throw .message("the name of the file is no identifier; give one with -i")
        }
        guard
            signer == nil || Entitlements(embedded: entitlements)?.isDebuggable == true
                || !identifier.text.hasSuffix(Entitlements.debuggingSuffix)
        else {
            throw .message(
                "an identifier that ends in .debug is for programs with com.apple.security.get-task-allow; give another with -i"
            )
        }
        let replacement = try ExecutableReplacement(path)
        let format = try replacement.format()
        let directory = try replacement.directory()
        if directory != nil {
            guard isForced else { throw .message("is already signed") }
            report("\(path): replacing existing signature")
        }
        try replacement.copyProgram(of: directory)
        let hasLoader = try setLoader(replacement, report: { report("\(name): \($0)") })
        let (size, digest) = try replacement.digest()
        let record: SignatureRecord
        if let signer {
            do throws(CodeSigner.Refusal) {
                record = try signer.record(
                    identifier: identifier, entitlements: entitlements, fileSize: size, digest: digest,
                    hasLoader: hasLoader)
            } catch {
                throw .message(error.message)
            }
        } else {
            record = SignatureRecord(
                adHoc: CodeDirectory(
                    identifier: identifier, team: nil, entitlements: entitlements, fileSize: size, digest: digest,
                    hasLoader: hasLoader))
        }
        try replacement.append(record.encoded)
        try replacement.finish()
        if isVerbose { report("\(name): signed \(format.text) [\(identifier)]") }
    }

    static func removeSignature(of path: String) throws(CodesignFailure) {
        let replacement = try ExecutableReplacement(path)
        guard let directory = try replacement.directory() else { throw .signature(.unsigned) }
        try replacement.copyProgram(of: directory)
        try replacement.finish()
    }

    /// An ad-hoc signature grants nothing that libraries of others could take; a package that the daemon knows by its
    /// path asks for it.
    private func setLoader(
        _ replacement: borrowing ExecutableReplacement, report: (String) -> Void
    ) throws(CodesignFailure) -> Bool {
        let entitlements = Entitlements(embedded: entitlements)
        let takesForeign = entitlements?.mayLoadForeignLibraries == true
        if signer == nil {
            guard let adHocLoader else { return false }
            guard
                try replacement.setLoader(adHocLoader, takesForeignLibraries: takesForeign, isElsewhere: true) == .set
            else {
                throw .message("no program that a loader of this machine could start")
            }
            return true
        }
        guard !leavesLoaderOut, entitlements?.takesLibrariesOfCaller != true else { return false }
        // It is static, and nothing in it loads code. It finds its pin at its end.
        guard try !replacement.isLauncher() else { return false }
        let loader: SecureLoader = entitlements?.isDebuggable == true ? .debuggable : .standard
        switch try replacement.setLoader(loader.path, takesForeignLibraries: takesForeign) {
        case .set: return true
        case .notNeeded: return false
        case .unknownMachine:
            report(
                "there is no loader for its machine: whoever starts it can add libraries, so that the keychain will not take it for the team's"
            )
            return false
        }
    }

    private static func entitlements(_ path: String) throws(CodesignFailure) -> [UInt8] {
        let bytes: [UInt8]
        do {
            bytes = try OpenedFile.contents(of: path, atMost: CodeDirectory.largestEntitlements)
        } catch {
            throw .message("\(path): \(error.message)")
        }
        guard !bytes.isEmpty, Entitlements(embedded: bytes) != nil else {
            throw .message(
                "\(path): no entitlements: a property list in XML with entitlements of the right types is needed")
        }
        return bytes
    }

    private static func nameStart(_ path: String) -> String.Index {
        path.lastIndex(of: "/").map(path.index(after:)) ?? path.startIndex
    }
}
