// What tells one state of roots and decisions from the next.
// SPDX-License-Identifier: Apache-2.0

/// The states of the files that an evaluation rests on. Equal ones have the same contents.
package struct TrustSources: Hashable, Sendable {
    let files: [AnchorFile.State?]
}
