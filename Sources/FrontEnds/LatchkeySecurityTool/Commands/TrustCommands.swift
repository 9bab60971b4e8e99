// `add-trusted-cert`, `remove-trusted-cert` and `dump-trust-settings`.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyCertificates
import LatchkeyClient
import LatchkeyModel
import LatchkeyObjects
import LatchkeyPlatform
import LatchkeyTooling
import LatchkeyTrust

package enum TrustCommands {
    /// Decides on the certificates of some files, in the settings of the user or with `-d` of the machine.
    package static let add: Command.Action = { (arguments, context) throws(CommandFailure) in
        guard !arguments.operands.isEmpty else { throw .usage() }
        let decision = try Decision(arguments)
        let function = "SecTrustSettingsSetTrustSettings"
        var certificates: [Certificate] = []
        for path in arguments.operandTexts { certificates += try read(path, context) }
        try calling(function) { () throws(KeychainError) in
            for setting in certificates.flatMap(decision.settings(of:)) { try setting.requireEffect() }
        }
        if let named = arguments.last("k") {
            let keychain = context.named(named)
            try context.requireFile(keychain, isNamed: true, calling: function)
            let importer = ItemImporter(into: keychain, context)
            try calling(function) { () throws(KeychainError) in
                for certificate in certificates { _ = try importer.add(certificate) }
            }
        }
        let file = file(arguments, context)
        try calling(function) { () throws(KeychainError) in
            try file.change { settings throws(KeychainError) in
                for new in certificates.flatMap(decision.settings(of:)) {
                    settings.removeAll {
                        $0.certificate == new.certificate && $0.use == new.use && $0.name == new.name
                    }
                    settings.append(new)
                    guard settings.count <= TrustSettingsFile.largestCount else {
                        throw KeychainError(.parameter, during: "adding to the trust settings, which are full")
                    }
                }
            }
        }
    }

    /// Takes back every decision on the certificates of some files.
    package static let remove: Command.Action = { (arguments, context) throws(CommandFailure) in
        guard !arguments.operands.isEmpty else { throw .usage() }
        var certificates: Set<Certificate> = []
        for path in arguments.operandTexts { certificates.formUnion(try read(path, context)) }
        let file = file(arguments, context)
        try calling("SecTrustSettingsRemoveTrustSettings") { () throws(KeychainError) in
            try file.change { settings throws(KeychainError) in
                let before = settings.count
                settings.removeAll { certificates.contains($0.certificate) }
                guard settings.count < before else {
                    throw KeychainError(.itemNotFound, during: "removing trust settings that are not there")
                }
            }
        }
    }

    /// Takes back every decision of the user on a certificate; none is no failure. Those for the machine stay.
    static func forget(_ certificate: Certificate, _ context: ToolContext) throws(CommandFailure) {
        let file = TrustSettingsFile(home: context.client.configuration.home)
        try calling("SecTrustSettingsRemoveTrustSettings") { () throws(KeychainError) in
            // A file that says nothing of it is not written anew.
            guard try file.settings().contains(where: { $0.certificate == certificate }) else { return }
            try file.change { settings throws(KeychainError) in
                settings.removeAll { $0.certificate == certificate }
            }
        }
    }

    /// Lists the decisions, by certificate in the order in which they were made, or with `-s` the roots of the system.
    package static let dump: Command.Action = { (arguments, context) throws(CommandFailure) in
        guard arguments.operands.isEmpty else { throw .usage() }
        if arguments.has("s") {
            guard !arguments.has("d") else { throw .usage("say -d or -s") }
            context.output.write(TrustListing.text(ofRoots: TrustAnchors.system.certificates()))
            return
        }
        let file = file(arguments, context)
        let settings = try calling("SecTrustSettingsCopyCertificates") { () throws(KeychainError) in
            try file.settings()
        }
        guard !settings.isEmpty else {
            throw .keychain(
                KeychainError(.init(rawValue: -25263), during: "looking for trust settings"),
                function: "SecTrustSettingsCopyCertificates")
        }
        context.output.write(TrustListing.text(of: settings))
    }

    private static func file(_ arguments: ParsedArguments, _ context: ToolContext) -> TrustSettingsFile {
        arguments.has("d") ? .machine : TrustSettingsFile(home: context.client.configuration.home)
    }

    private static func read(_ path: String, _ context: ToolContext) throws(CommandFailure) -> [Certificate] {
        let file = try InputFile.read(path, in: context)
        let found = try calling("SecCertificateCreateFromData", on: path) { () throws(KeychainError) in
            try ExternalItem.certificates(in: file)
        }
        guard !found.certificates.isEmpty else { throw .message("\(path): there is no certificate in it") }
        return found.certificates
    }

    /// What the options say.
    private struct Decision {
        private let result: TrustSetting.Result
        /// Nil for any use.
        private let uses: [TrustSetting.Use?]
        private let name: String?

        init(_ arguments: ParsedArguments) throws(CommandFailure) {
            let results: [String: TrustSetting.Result] = [
                "trustRoot": .trustRoot, "trustAsRoot": .trustAsRoot, "deny": .deny, "unspecified": .unspecified,
            ]
            guard arguments.all("r")?.count ?? 1 == 1 else { throw .usage("say -r once") }
            let word = arguments.text("r") ?? "trustRoot"
            guard let result = results[word] else { throw .usage("\(word) is no result") }
            self.result = result
            var uses: [TrustSetting.Use] = []
            for word in (arguments.all("p") ?? []).map(\.publicText) {
                guard let use = TrustSetting.Use(rawValue: word) else { throw .usage("\(word) is no policy") }
                uses.append(use)
            }
            self.uses = uses.isEmpty ? [nil] : uses
            guard arguments.all("s")?.count ?? 1 == 1 else { throw .usage("say -s once") }
            name = arguments.text("s")
        }

        func settings(of certificate: Certificate) -> [TrustSetting] {
            uses.map { TrustSetting(certificate, result, for: $0, name: name) }
        }
    }
}
