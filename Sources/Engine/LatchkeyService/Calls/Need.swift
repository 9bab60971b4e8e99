// What a call lacks.
// SPDX-License-Identifier: Apache-2.0

/// What has to happen before a call is done anew.
enum Need: Sendable {
    /// Keys are derived from the password that the call brings; its ``ApplicationKeys`` say which.
    case keys
    /// The user proves something; the call's ``CallProofs`` say for which items.
    case proof
    /// The user permits something.
    case permission(PermissionNeed)
    /// A transaction that no other write shares.
    case ownTransaction
}
