// The keychain of a test below the client.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyModel
import LatchkeyPlatform
import LatchkeyPolicy
@testable import LatchkeyService
import LatchkeyStore
import LatchkeyTestSupport
import LatchkeyTrust

extension OpenKeychain {
    convenience init(in home: TemporaryHome) {
        self.init(
            KeychainFile(path: home.keychain), deviceKey: DeviceKeyFile(directory: home.path), clock: .system,
            trust: TrustEvaluator(anchors: TrustAnchors(files: []), settings: []), unlockPlace: .loginSession,
            automaticPassword: nil)
    }

    /// The secrets of all generic passwords, opened with the keys of a call.
    func secrets(for call: CallContext) throws(KeychainError) -> Outcome<[TestSecret]> {
        var query = ItemQuery(itemClass: .genericPassword)
        query.returning = .data
        query.limit = .all
        return try withState { [query] state throws(KeychainError) in
            try state.connection.read { snapshot throws(KeychainError) in
                try state.refresh(in: snapshot)
                let policy = KeychainPolicy(.groups(.all), for: .answer)
                return try state.found(query, in: .all, by: policy, for: call).map { found in
                    found.items.compactMap { item in item.secret.map { TestSecret(found: $0.bytes) } }
                }
            }
        }
    }
}

extension Authentication {
    init(applicationPassword: TestSecret) {
        self.init()
        self.applicationPassword = ItemSecret(applicationPassword)
    }
}
