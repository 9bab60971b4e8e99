// `find-identity`.
// SPDX-License-Identifier: Apache-2.0

import Glibc
import LatchkeyCertificates
import LatchkeyModel
import LatchkeyTooling

package enum FindIdentityCommand {
    /// Lists all identities, then those that are valid; with `-v` the latter only. None is no failure (reference
    /// 6.6.8).
    package static let run: Command.Action = { (arguments, context) throws(CommandFailure) in
        let name = arguments.text("p") ?? CertificatePolicy.basic.rawValue
        guard let policy = CertificatePolicy(rawValue: name) else { throw .usage("\(name) is no policy") }
        let now = Double(time(nil)) - secondsFrom1970To2001
        let keychains = try context.searchedKeychains(from: arguments.operands)
        let trust = IdentityTrust(for: policy, name: arguments.text("s"), through: keychains, context)
        // A keychain holds none of the system's own identities.
        let identities = policy.isOfSystem ? [] : try StoredIdentity.all(in: keychains, context)
        if identities.isEmpty, !policy.isOfSystem { context.noteNothingFound() }
        var listed: [IdentityListing.Entry] = []
        for stored in identities.map(\.certificate) {
            listed.append(
                IdentityListing.Entry(
                    hash: stored.certificate?.sha1 ?? [], name: stored.name,
                    problem: try trust.problem(of: stored.certificate, at: now)))
        }
        context.output.write(IdentityListing.text(of: listed, for: policy, validOnly: arguments.has("v")))
    }

    private static let secondsFrom1970To2001 = 978_307_200.0
}
