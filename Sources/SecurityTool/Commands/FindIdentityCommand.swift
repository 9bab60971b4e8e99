// `find-identity`.
// SPDX-License-Identifier: Apache-2.0

import Glibc
import KeychainCertificates
import KeychainModel
import KeychainTooling

package enum FindIdentityCommand {
    /// Lists all identities, then those that are valid; with `-v` the latter only. None is no failure (reference 6.6.8).
    package static let run: Command.Action = { (arguments, context) throws(CommandFailure) in
        let name = arguments.text("p") ?? CertificatePolicy.basic.rawValue
        guard let policy = CertificatePolicy(rawValue: name) else { throw .usage("\(name) is no policy") }
        guard !policy.isOfSystem else {
            throw .keychain(
                .unavailable("there are no identities of the system here"), function: "SecIdentityCopySystemIdentity")
        }
        let now = Double(time(nil)) - secondsFrom1970To2001
        let listed = try StoredIdentity.all(
            in: try context.searchedKeychains(from: arguments.operands), context
        ).map { identity in
            let stored = identity.certificate
            return IdentityListing.Entry(
                hash: stored.certificate?.sha1 ?? [], name: stored.name,
                problem: IdentityValidity.problem(
                    of: stored.certificate, for: policy, name: arguments.text("s"), at: now))
        }
        context.output.write(IdentityListing.text(of: listed, for: policy, validOnly: arguments.has("v")))
    }

    private static let secondsFrom1970To2001 = 978_307_200.0
}
