// A secret as it goes over the bus: `(oayays)`.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyBus
import LatchkeyPlatform

struct SecretMessage {
    let session: String
    /// The initialisation vector, or nothing.
    let parameters: ItemSecret
    let value: ItemSecret
    let contentType: String

    static let signature = "(oayays)"
    /// Bytes of a secret, without what encryption adds to them.
    static let largestSecret = 1 << 20
    /// Bytes of the name of a type.
    static let longestContentType = 4096

    init(_ session: String, parameters: ItemSecret, value: ItemSecret, contentType: String) {
        self.session = session
        self.parameters = parameters
        self.value = value
        self.contentType = contentType
    }

    init(_ value: BusValue) throws(BusFailure) {
        guard case .structure(let members) = value, members.count == 4, let session = members[0].objectPath,
            let parameters = members[1].octets, let value = members[2].octets, let contentType = members[3].text
        else { throw .invalidArguments("a secret is a session, parameters, a value and a content type") }
        self.init(session, parameters: parameters, value: value, contentType: contentType)
    }

    /// - Throws: `LimitsExceeded` for what is too long to be kept.
    func requireSize() throws(BusFailure) {
        guard value.count <= Self.largestSecret + 16, contentType.utf8.count <= Self.longestContentType else {
            throw .limitsExceeded("a secret has at most 1 MiB")
        }
    }

    var busValue: BusValue {
        .structure([.path(session), .bytes(parameters), .bytes(value), .string(contentType)])
    }
}
