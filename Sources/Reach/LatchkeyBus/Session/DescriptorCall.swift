// The one call whose file descriptor a connection takes.
// SPDX-License-Identifier: Apache-2.0

package enum DescriptorCall: Sendable {
    /// Of a portal, which has the secret of a program written there.
    case portal
    /// Of Plasma's prompter, which has written there what the user typed.
    case prompter

    var interface: StaticString {
        switch self {
        case .portal: "org.freedesktop.impl.portal.Secret"
        case .prompter: "org.kde.secretprompter.request"
        }
    }

    var member: StaticString {
        switch self {
        case .portal: "RetrieveSecret"
        case .prompter: "Accepted"
        }
    }
}
