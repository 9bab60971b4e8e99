// The values of `kSecAttrSyncViewHint`.
// SPDX-License-Identifier: Apache-2.0

public import LatchkeyCFTypes

/// The sync view `ContinuityUnlock`.
public let kSecAttrViewHintContinuityUnlock: CFString = "ContinuityUnlock"

/// The sync view `AppleTV`.
public let kSecAttrViewHintAppleTV: CFString = "AppleTV"

/// The sync view `HomeKit`.
public let kSecAttrViewHintHomeKit: CFString = "HomeKit"

/// The sync view `AccessoryPairing`.
public let kSecAttrViewHintAccessoryPairing: CFString = "AccessoryPairing"

/// The sync view `PCS-CloudKit`.
public let kSecAttrViewHintPCSCloudKit: CFString = "PCS-CloudKit"

/// The sync view `PCS-Escrow`.
public let kSecAttrViewHintPCSEscrow: CFString = "PCS-Escrow"

/// The sync view `PCS-FDE`.
public let kSecAttrViewHintPCSFDE: CFString = "PCS-FDE"

/// The sync view `PCS-Feldspar`.
public let kSecAttrViewHintPCSFeldspar: CFString = "PCS-Feldspar"

/// The sync view `PCS-Maildrop`.
public let kSecAttrViewHintPCSMailDrop: CFString = "PCS-Maildrop"

/// The sync view `PCS-MasterKey`.
public let kSecAttrViewHintPCSMasterKey: CFString = "PCS-MasterKey"

/// The sync view `PCS-Notes`.
public let kSecAttrViewHintPCSNotes: CFString = "PCS-Notes"

/// The sync view `PCS-Photos`.
public let kSecAttrViewHintPCSPhotos: CFString = "PCS-Photos"

/// The sync view `PCS-Sharing`.
public let kSecAttrViewHintPCSSharing: CFString = "PCS-Sharing"

/// The sync view `PCS-Backup`.
public let kSecAttrViewHintPCSiCloudBackup: CFString = "PCS-Backup"

/// The sync view `PCS-iCloudDrive`.
public let kSecAttrViewHintPCSiCloudDrive: CFString = "PCS-iCloudDrive"

/// The sync view `PCS-iMessage`.
public let kSecAttrViewHintPCSiMessage: CFString = "PCS-iMessage"

/// The sync view `NanoRegistry`.
public let kSecAttrViewHintNanoRegistry: CFString = "NanoRegistry"

/// The sync view `WatchMigration`.
public let kSecAttrViewHintWatchMigration: CFString = "WatchMigration"

/// The sync view `Engram`.
public let kSecAttrViewHintEngram: CFString = "Engram"

/// The sync view `Manatee`.
public let kSecAttrViewHintManatee: CFString = "Manatee"

/// The sync view `AutoUnlock`.
public let kSecAttrViewHintAutoUnlock: CFString = "AutoUnlock"

/// The sync view `Health`.
public let kSecAttrViewHintHealth: CFString = "Health"

/// The sync view `ApplePay`.
public let kSecAttrViewHintApplePay: CFString = "ApplePay"

/// The sync view `Home`.
public let kSecAttrViewHintHome: CFString = "Home"

/// The sync view `LimitedPeersAllowed`.
public let kSecAttrViewHintLimitedPeersAllowed: CFString = "LimitedPeersAllowed"

/// The sync view `MFi`.
public let kSecAttrViewHintMFi: CFString = "MFi"

/// The sync view `Mail`.
public let kSecAttrViewHintMail: CFString = "Mail"

/// The sync view `Contacts`.
public let kSecAttrViewHintContacts: CFString = "Contacts"

/// The sync view `Photos`.
public let kSecAttrViewHintPhotos: CFString = "Photos"

/// The sync view `Groups`.
public let kSecAttrViewHintGroups: CFString = "Groups"

/// The sync view `FindMy`.
public let kSecAttrViewHintFindMy: CFString = "FindMy"
