// A session of a client: how secrets come and go.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyBus
import LatchkeyPlatform
import LatchkeyPolicy

struct ServiceSession {
    let number: Int
    /// The unique name of who opened it, and who alone may use it.
    let owner: String
    /// The program in whose share it counts.
    let share: BusShare
    /// Nil if secrets go as they are.
    let key: TransportKey?

    private static let empty = ItemSecret(unsafe SecretBytes(count: 0) { _ in })

    /// - Parameter path: of this session, as the client gave it.
    func encode(_ secret: ItemSecret, contentType: String, at path: String) throws(BusFailure) -> SecretMessage {
        guard let key else {
            return SecretMessage(path, parameters: Self.empty, value: secret, contentType: contentType)
        }
        guard let (vector, value) = key.seal(secret) else { throw .noMemory }
        return SecretMessage(path, parameters: vector, value: value, contentType: contentType)
    }

    /// - Throws: `InvalidArgs` for what was not made for this session, one error for all faults; `LimitsExceeded` for a
    ///   secret that is too long.
    func decode(_ message: SecretMessage) throws(BusFailure) -> ItemSecret {
        try message.requireSize()
        let secret: ItemSecret?
        if let key {
            secret = key.open(message.value, vector: message.parameters)
        } else {
            secret = message.parameters.count == 0 ? message.value : nil
        }
        guard let secret else { throw .invalidArguments("the secret was not encrypted for this session") }
        guard secret.count <= SecretMessage.largestSecret else { throw .limitsExceeded("a secret has at most 1 MiB") }
        return secret
    }
}
