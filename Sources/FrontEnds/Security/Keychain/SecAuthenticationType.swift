// The kinds of authentication of internet passwords as numbers.
// SPDX-License-Identifier: Apache-2.0

public import LatchkeyCFTypes

/// How the password is shown to the server: the four characters of a value of `kSecAttrAuthenticationType`.
public enum SecAuthenticationType: FourCharCode, Sendable {
    /// NT LAN Manager.
    case NTLM = 0x6E74_6C6D
    /// Microsoft Network.
    case MSN = 0x6D73_6E61
    /// Distributed password authentication.
    case DPA = 0x6470_6161
    /// Remote password authentication.
    case RPA = 0x7270_6161
    /// HTTP basic authentication.
    case httpBasic = 0x6874_7470
    /// HTTP digest authentication.
    case httpDigest = 0x6874_7464
    /// A form on a web page.
    case htmlForm = 0x666F_726D
    /// The usual kind.
    case `default` = 0x6466_6C74
    /// Any kind.
    case any = 0
}
