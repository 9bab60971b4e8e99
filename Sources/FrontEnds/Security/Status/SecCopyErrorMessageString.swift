// Turns a result code into a sentence for people.
// SPDX-License-Identifier: Apache-2.0

private import Foundation
public import LatchkeyCFTypes
private import LatchkeyModel

/// A sentence that says what `status` means.
///
/// In English on every system; never nil. An unknown code gives `OSStatus` and its number, as on
/// macOS. `reserved` is not used.
public func SecCopyErrorMessageString(_ status: OSStatus, _ reserved: UnsafeMutableRawPointer?) -> CFString? {
    NSString(string: StatusTable.description(of: status)?.message ?? "OSStatus \(status)")
}
