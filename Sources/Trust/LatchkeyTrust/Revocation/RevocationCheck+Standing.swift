// What counts of who has signed a list or a response.
// SPDX-License-Identifier: Apache-2.0

extension RevocationCheck {
    /// What is known of who has signed a statement. The later says more.
    enum Standing: Int, Comparable {
        case refused
        /// Something is wrong with it that is wrong with the chain, too, or its time is over: who is revoked stays so.
        case revokes
        /// Nothing says that it is revoked, or that it is not.
        case unknown
        case good

        /// By what is known of the certificates of its path.
        init(_ statuses: [RevocationStatus]) {
            self = statuses.reduce(.good) { standing, status in
                switch status {
                case .good: standing
                case .unknown: min(standing, .unknown)
                case .revoked: .refused
                }
            }
        }

        static func < (lhs: Standing, rhs: Standing) -> Bool { lhs.rawValue < rhs.rawValue }
    }
}
