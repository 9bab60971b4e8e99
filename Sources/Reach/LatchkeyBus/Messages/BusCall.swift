// A method call that came over the bus.
// SPDX-License-Identifier: Apache-2.0

package struct BusCall: Sendable {
    /// By which its answer names it; no other call of the connection has it.
    package let number: UInt64
    /// The unique name of the connection that sent it, which the bus fills in.
    package let sender: String
    package let path: String
    /// Empty if the call names none.
    package let interface: String
    package let member: String
    /// The types of the arguments.
    package let signature: String
    package let arguments: [BusValue]
    /// If false nobody waits for the answer, and none is sent.
    package let expectsAnswer: Bool

    package init(
        number: UInt64, sender: String, path: String, interface: String, member: String, signature: String,
        arguments: [BusValue], expectsAnswer: Bool
    ) {
        self.number = number
        self.sender = sender
        self.path = path
        self.interface = interface
        self.member = member
        self.signature = signature
        self.arguments = arguments
        self.expectsAnswer = expectsAnswer
    }
}
