// One request of one program: may it, where is the keychain, what is the answer.
// SPDX-License-Identifier: Apache-2.0

import Glibc
import KeychainModel
import KeychainService
import KeychainWire

package struct RequestHandler: Sendable {
    package let homes: KeychainHomes
    package let identifier: any PeerIdentifying

    package init(homes: KeychainHomes, identifier: any PeerIdentifying) {
        self.homes = homes
        self.identifier = identifier
    }

    /// Finds out who has connected.
    func identify(_ peer: PeerProcess) throws(KeychainError) -> Known {
        try homes.requireServed(peer.userID)
        let executable = try peer.executable()
        return Known(executable: executable, identity: try identifier.identity(of: executable, in: peer))
    }

    /// A program that was identified.
    struct Known: Sendable {
        let executable: PeerExecutable
        let identity: PeerIdentity
    }

    func answer(_ body: UnsafeRawBufferPointer, from known: Known, _ peer: PeerProcess) throws(KeychainError) -> Reply {
        let addressed = unsafe try WireCoder.decode(AddressedRequest.self, from: body)
        try peer.requireStill(known.executable)
        try addressed.request.requirePermitted(to: known.identity)
        let mayAdminister = known.identity.mayAdminister
        let place = try homes.place(of: addressed.keychain, for: peer.userID, byTool: mayAdminister)
        if !mayAdminister, addressed.request.makesMissingKeychain, !place.isDefault {
            // Each would stay open, and be somebody's to take away again.
            guard unsafe access(place.path, F_OK) == 0 else {
                throw KeychainError(
                    .noSuchKeychain, during: "adding to a keychain", hint: "make it with `security create-keychain`")
            }
        }
        return try place.service.perform(addressed.request, inKeychainAt: place.path, from: known.identity.caller)
    }
}

extension Request {
    fileprivate var makesMissingKeychain: Bool {
        switch self {
        case .add, .addIdentity: true
        default: false
        }
    }

    /// - Throws: `.missingEntitlement` where a program is not the person's to do this with a whole keychain.
    fileprivate func requirePermitted(to identity: PeerIdentity) throws(KeychainError) {
        switch self {
        case .add, .copy, .update, .delete, .addIdentity, .copyIdentities, .updateIdentities, .deleteIdentities,
            .deleteIdentity, .sealedData, .accessList, .lock, .unlock, .status:
            return
        case .create, .destroy, .changePassword, .set, .examine, .quarantinedRow, .restoreRow, .discardRow:
            guard identity.mayAdminister else {
                throw KeychainError(
                    .missingEntitlement, during: "deciding a call on a whole keychain",
                    hint: "the daemon takes this from the commands `security` and `latchkey` alone")
            }
        }
    }
}
