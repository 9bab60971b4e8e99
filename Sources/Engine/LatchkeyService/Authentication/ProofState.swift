// Whether the user has proved what an item asks for.
// SPDX-License-Identifier: Apache-2.0

enum ProofState {
    case proved
    /// It is noted. Whoever works on several items goes on to find the others that lack a proof, and ends with
    /// ``Need/proof``: the user is asked for all of them together.
    case lacking
    /// Such items are left out.
    case skipped
}
