// The keys of a dictionary that say how the user may be asked.
// SPDX-License-Identifier: Apache-2.0

package import LatchkeyModel
import LatchkeyPlatform

extension QueryDictionary {
    /// How items that need the user are treated, and what the context brings along.
    /// - Throws: `.parameter` for values that are not understood or that exclude each other, `.authFailed` for a
    ///   context that was invalidated.
    func authentication() throws(KeychainError) -> Authentication {
        let refusal = KeychainError(.parameter, during: "reading how the user may be asked")
        let given = self[.use(.authenticationContext)]
        guard given == nil || self[.use(.credentialReference)] == nil else { throw refusal }
        var authentication = Authentication()
        switch given {
        case .context(let context?): authentication = context
        case .context(nil):
            throw KeychainError(.authFailed, during: "using an authentication context that is not valid any more")
        case nil, .null: break
        default: throw refusal
        }
        if let value = self[.use(.operationPrompt)] {
            guard let prompt = value.text else { throw refusal }
            authentication.reason = Authentication.beginning(of: prompt)
        }
        // What the context forbids, no key allows.
        let mode = try authenticationUI(or: refusal)
        if authentication.ui == .allow { authentication.ui = mode }
        return authentication
    }

    private func authenticationUI(or refusal: KeychainError) throws(KeychainError) -> AuthenticationUI {
        if let value = self[.use(.authenticationUI)] {
            switch value.text {
            case "u_AuthUIA": return .allow
            case "u_AuthUIF": return .fail
            case "u_AuthUIS": return .skip
            default: throw refusal
            }
        }
        if let value = self[.use(.noAuthenticationUI)], try value.boolean() { return .fail }
        return .allow
    }
}

extension Authentication {
    /// Characters of a reason that are carried to a dialog, which shows fewer.
    private static let largestReason = 512

    /// What is carried of a text that a program gives for a dialog.
    package static func beginning(of text: String) -> String {
        text.utf8.count <= largestReason
            ? text : String(text.unicodeScalars.prefix(largestReason).map(Character.init))
    }
}
