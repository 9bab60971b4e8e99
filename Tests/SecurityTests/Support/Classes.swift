// The dictionaries of certificates, keys and identities that tests make again and again.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Security

/// A certificate with these entries, or a query for such.
func certificate(_ entries: Entries = [:]) -> Entries { entries.with([kSecClass: .constant(kSecClassCertificate)]) }

/// A key with these entries, or a query for such.
func key(_ entries: Entries = [:]) -> Entries { entries.with([kSecClass: .constant(kSecClassKey)]) }

/// A query for identities.
func identity(_ entries: Entries = [:]) -> Entries { entries.with([kSecClass: .constant(kSecClassIdentity)]) }
