// A signal that goes out over the bus, or came over it.
// SPDX-License-Identifier: Apache-2.0

package struct BusSignal: Sendable {
    package let path: String
    package let interface: String
    package let member: String
    /// The unique name of who alone gets it; nil for everybody who listens.
    package let destination: String?
    package let arguments: [BusValue]

    package init(
        path: String, interface: String, member: String, destination: String? = nil, arguments: [BusValue]
    ) {
        self.path = path
        self.interface = interface
        self.member = member
        self.destination = destination
        self.arguments = arguments
    }
}
