// One state of the file, for several statements.
// SPDX-License-Identifier: Apache-2.0

/// What ``Connection`` lends to whoever reads with more than one statement, and wants them to see the same state of the
/// file.
package struct Snapshot: ~Copyable {
    init() {}
}
