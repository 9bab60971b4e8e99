// The keys of a dictionary that say how the person may be asked.
// SPDX-License-Identifier: Apache-2.0

import CFTypes
import Foundation
import KeychainModel

extension QueryDictionary {
    /// How items that need the person are treated, and what the context brings along.
    /// - Throws: `.parameter` for values that are not understood or that exclude each other, `.authFailed` for a context that was
    ///   invalidated.
    func authentication() throws(KeychainError) -> Authentication {
        let refusal = KeychainError(.parameter, during: "reading how the person may be asked")
        let object = self[.use(.authenticationContext)]
        guard object == nil || self[.use(.credentialReference)] == nil else { throw refusal }
        var authentication = Authentication()
        if let object, !(object is NSNull) {
            guard let context = object as? any AuthenticationContext else { throw refusal }
            authentication = try Authentication(of: context)
        }
        if let object = self[.use(.operationPrompt)] {
            guard let prompt = (object as? NSString) as String? else { throw refusal }
            authentication.reason = Authentication.beginning(of: prompt)
        }
        // What the context forbids, no key allows.
        let mode = try authenticationUI(or: refusal)
        if authentication.ui == .allow { authentication.ui = mode }
        return authentication
    }

    private func authenticationUI(or refusal: KeychainError) throws(KeychainError) -> AuthenticationUI {
        if let object = self[.use(.authenticationUI)] {
            switch (object as? NSString) as String? {
            case "u_AuthUIA": return .allow
            case "u_AuthUIF": return .fail
            case "u_AuthUIS": return .skip
            default: throw refusal
            }
        }
        if let object = self[.use(.noAuthenticationUI)], try boolean(object) { return .fail }
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

    /// - Throws: `.authFailed` for a context that was invalidated.
    fileprivate init(of context: any AuthenticationContext) throws(KeychainError) {
        if context.isInvalidated {
            throw KeychainError(.authFailed, during: "using an authentication context that is not valid any more")
        }
        self.init(context.interactionNotAllowed ? .fail : .allow)
        reason = Self.beginning(of: context.localizedReason)
        cancelTitle = Self.beginning(of: context.localizedCancelTitle ?? "")
        reuseSeconds = context.reuseSeconds
        let identifier = context.sessionIdentifier
        self.context = ContextIdentifier(high: identifier.high, low: identifier.low)
        applicationPassword = context.withApplicationPassword { span in
            unsafe span.withUnsafeBytes { unsafe ItemSecret(SecretBytes(copying: $0)) }
        }
    }
}
