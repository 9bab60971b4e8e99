// Makes keys, and stores the halves that are permanent.
// SPDX-License-Identifier: Apache-2.0

import Foundation
package import LatchkeyCFTypes
import LatchkeyCertificates
import LatchkeyClient
import LatchkeyKeys
import LatchkeyModel
import LatchkeyObjects
package import LatchkeyPlatform
import LatchkeyQuery

extension ItemCalls {
    /// A new pair.
    /// - Throws: the codes of reference 5.2. If a half cannot be stored, none is.
    package func newKey(_ parameters: CFDictionary) throws(KeychainError) -> (key: SecKey, publicKey: SecKey) {
        let parameters = try NewKeyParameters(parameters)
        do throws(KeychainError) {
            let privateHalf = try parameters.attributes(of: .private).map(stored)
            let publicHalf = try parameters.attributes(of: .public).map(stored)
            // A private half whose bytes are for nobody is made where it stays.
            if let privateHalf, let bits = Int32(exactly: parameters.bits) {
                let addition = try ItemAddition(parsing: privateHalf)
                if !parameters.isExtractable || addition.accessControl?.isForUseOnly == true {
                    return try makeStaying(parameters, bits, addition, privateHalf, publicHalf)
                }
            }
            let content = try KeyData(
                parameters.kind, .private, KeyMath.newKey(parameters.kind, bits: parameters.bits))
            let key = SecKey.object(for: content, isExtractable: parameters.isExtractable)
            try store(key, privateHalf, publicHalf)
            return try halves(of: key)
        } catch {
            throw error.ofItemCalls
        }
    }

    private func halves(of key: SecKey) throws(KeychainError) -> (key: SecKey, publicKey: SecKey) {
        guard let publicKey = key.publicKey else { throw .isSymmetric }
        return (key, publicKey)
    }

    /// Of two entries with one key the last counts.
    func stored(_ entries: [(key: AnyObject, value: AnyObject)]) throws(KeychainError) -> QueryDictionary {
        let dictionary = NSMutableDictionary()
        for (key, value) in entries { if let key = key as? NSString { dictionary[key] = value } }
        dictionary[kSecClass] = kSecClassKey
        return try QueryDictionary(dictionary)
    }

    /// Stores the halves of a key that the program has, both or none.
    private func store(
        _ key: SecKey, _ privateHalf: QueryDictionary?, _ publicHalf: QueryDictionary?
    ) throws(KeychainError) {
        let privateAddition = try privateHalf.map { half throws(KeychainError) in
            try ItemAddition(parsing: half, of: .key(key))
        }
        let publicAddition = try publicHalf.map { half throws(KeychainError) in
            try ItemAddition(parsing: half, of: .key(halves(of: key).publicKey))
        }
        let keychain = try keychain(ofHalves: privateHalf, publicHalf)
        switch (privateAddition, publicAddition) {
        case (let privateAddition?, let publicAddition?):
            try client.addPair(private: privateAddition, public: publicAddition, in: keychain)
        case (let addition?, nil), (nil, let addition?): try client.add(addition, in: keychain)
        case (nil, nil): break
        }
    }

    /// Where the halves that are stored go.
    /// - Throws: `.parameter` if they are to go into two keychains: they are stored together.
    private func keychain(
        ofHalves privateHalf: QueryDictionary?, _ publicHalf: QueryDictionary?
    ) throws(KeychainError) -> KeychainAddress? {
        let keychains = try [privateHalf, publicHalf].compactMap(\.self).map(keychain)
        guard keychains.allSatisfy({ $0 == keychains.first }) else {
            throw KeychainError(.parameter, during: "storing the halves of a key in two keychains")
        }
        return keychains.first ?? nil
    }

    private func makeStaying(
        _ parameters: NewKeyParameters, _ bits: Int32, _ addition: ItemAddition, _ privateHalf: QueryDictionary,
        _ publicHalf: QueryDictionary?
    ) throws(KeychainError) -> (key: SecKey, publicKey: SecKey) {
        let keychain = try keychain(ofHalves: privateHalf, publicHalf)
        var addition = addition
        if !parameters.isExtractable { addition.attributes[.isExtractable] = .number(0) }
        let pair = NewKeyPair(
            parameters.kind, bits: bits, privateHalf: addition,
            publicHalf: try publicHalf.map { half throws(KeychainError) in try ItemAddition(parsing: half) })
        let item = try client.makeKey(pair, in: keychain)
        let origin = KeyOrigin(
            client: client, keychain: keychain?.path, authentication: addition.authentication)
        guard case .key(let key)? = try StoredObject(of: item, nil, through: origin) else {
            throw KeychainError(.internalError, during: "making a key that stays in the keychain")
        }
        return try halves(of: key)
    }
}
