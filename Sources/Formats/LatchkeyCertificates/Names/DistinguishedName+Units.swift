// The organisational units of a name; that of a signer names its team.
// SPDX-License-Identifier: Apache-2.0

import SwiftASN1

extension DistinguishedName {
    /// Every organisational unit that is text, in their order.
    package var organizationalUnits: [String] { texts(of: .organizationalUnit) }
}
