// Who a program is over the bus.
// SPDX-License-Identifier: Apache-2.0

/// Used by the thread of one user's bus.
package protocol BusNaming: AnyObject {
    /// The program with the families, pools and managers of the configuration. One with a refusal is in doubt, and has
    /// the groups that it would have without.
    func principal(for facts: BusProgramFacts) -> BusPrincipal
}
