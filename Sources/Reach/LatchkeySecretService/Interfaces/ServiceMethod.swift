// The methods that the service has.
// SPDX-License-Identifier: Apache-2.0

/// What a call asks for, once its interface, its member and its arguments' types are known.
enum ServiceMethod {
    // org.freedesktop.Secret.Service
    case openSession, createCollection, searchEverywhere, unlock, lock, getSecrets, readAlias, setAlias
    case lockService, changeLock
    // org.freedesktop.Secret.Collection
    case deleteCollection, searchCollection, createItem
    // org.freedesktop.Secret.Item
    case deleteItem, getSecret, setSecret
    // org.freedesktop.Secret.Session and Prompt
    case closeSession, prompt, dismiss
    // org.gnome.keyring.InternalUnsupportedGuiltRiddenInterface
    case changeWithMasterPassword, changeWithPrompt, createWithMasterPassword, unlockWithMasterPassword
    // org.freedesktop.DBus.Properties, Introspectable and Peer
    case getProperty, getAllProperties, setProperty, introspect, ping, getMachineID
}
