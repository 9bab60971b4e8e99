// What shows that the bus itself is answering.
// SPDX-License-Identifier: Apache-2.0

import CLatchkeySystemd

extension SessionBus {
    /// A signal to this process that nobody else can have sent.
    struct Proof {
        let name: String
        let text: String
        /// In milliseconds of the monotonic clock.
        let deadline: UInt64

        static let path = "/"
        static let interface = "io.latchkey.Proof"
        static let member = "Number"
    }

    package func discardOlder() {
        var name: UnsafePointer<CChar>?
        guard unsafe library.calls.get_unique_name(bus, &name) >= 0, let name = unsafe Self.text(name) else {
            isBroken = true
            return
        }
        var random = SystemRandomNumberGenerator()
        let text = (0..<2).map { _ in String(random.next() as UInt64, radix: 16) }.joined(separator: "-")
        proof = Proof(name: name, text: text, deadline: Self.now + limits.proofTime)
        send(
            BusSignal(
                path: Proof.path, interface: Proof.interface, member: Proof.member, destination: name,
                arguments: [.string(text)]))
    }

    func isProof(_ message: OpaquePointer, _ sender: String, _ proof: Proof) -> Bool {
        guard sender == proof.name, unsafe Self.text(library.calls.message_get_interface(message)) == Proof.interface,
            unsafe Self.text(library.calls.message_get_member(message)) == Proof.member
        else { return false }
        var decoder = unsafe MessageDecoder(message, of: library, most: limits.mostValues)
        guard let values = try? decoder.arguments(), values.count == 1, case .string(proof.text) = values[0] else {
            return false
        }
        return true
    }
}
