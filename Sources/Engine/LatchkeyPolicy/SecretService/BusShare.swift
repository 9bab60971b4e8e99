// Who has one share of what is bounded.
// SPDX-License-Identifier: Apache-2.0

/// A program with all of its connections, so that a thousand of them get no more than one. Who is in doubt takes
/// nothing from the program that it may not be; whoever cannot be told from others has one share with them.
package struct BusShare: Hashable, Sendable {
    package let program: String
    package let isInDoubt: Bool

    package init(of principal: BusPrincipal) {
        program = principal.program
        isInDoubt = principal.doubt != nil
    }
}

extension BusPrincipal {
    package var share: BusShare { BusShare(of: self) }
}
