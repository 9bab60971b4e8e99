// What is passed on in the place of a message that is not.
// SPDX-License-Identifier: Apache-2.0

extension MessageHeader {
    /// Why a message is not passed on. The raw value is the member of the call that stands for it.
    enum Refusal: String {
        case tooLarge = "TooLarge"
        case descriptors = "DescriptorsRefused"

        /// The interface of such a call.
        static let interface = "io.latchkey.Framer1"
    }

    /// A message without a body: a call for a call, an error for an answer, and nothing for a signal.
    /// - Parameter bytes: what the header was read from.
    func replacement(_ refusal: Refusal, from bytes: Span<UInt8>) -> [UInt8] {
        guard let kind, kind != .signal else { return [] }
        let isCall = kind == .call
        var message: [UInt8] = [
            UInt8(ascii: isBigEndian ? "B" : "l"), isCall ? Kind.call.rawValue : Kind.error.rawValue, flags, 1,
            0, 0, 0, 0,
        ]
        append(serial, to: &message)
        append(0 as UInt32, to: &message)
        if isCall {
            append(1, "o", text(path, in: bytes), to: &message)
            append(2, "s", Array(Refusal.interface.utf8), to: &message)
            append(3, "s", Array(refusal.rawValue.utf8), to: &message)
        } else {
            append(4, "s", Array("org.freedesktop.DBus.Error.LimitsExceeded".utf8), to: &message)
            start(5, "u", in: &message)
            append(replySerial, to: &message)
        }
        if !destination.isEmpty { append(6, "s", text(destination, in: bytes), to: &message) }
        append(7, "s", text(sender, in: bytes), to: &message)
        let count = UInt32(message.count - Self.fixedCount)
        message.replaceSubrange(12..<16, with: octets(count))
        fill(&message)
        return message
    }

    private func text(_ range: Range<Int>, in bytes: Span<UInt8>) -> [UInt8] { range.map { bytes[$0] } }

    private func fill(_ message: inout [UInt8]) {
        while !message.count.isMultiple(of: 8) { message.append(0) }
    }

    private func start(_ code: UInt8, _ type: UnicodeScalar, in message: inout [UInt8]) {
        fill(&message)
        message += [code, 1, UInt8(ascii: type), 0]
    }

    private func append(_ code: UInt8, _ type: UnicodeScalar, _ text: [UInt8], to message: inout [UInt8]) {
        start(code, type, in: &message)
        append(UInt32(text.count), to: &message)
        message += text + [0]
    }

    private func append(_ number: UInt32, to message: inout [UInt8]) { message += octets(number) }

    private func octets(_ number: UInt32) -> [UInt8] {
        let shifts: [UInt32] = isBigEndian ? [24, 16, 8, 0] : [0, 8, 16, 24]
        return shifts.map { UInt8(truncatingIfNeeded: number >> $0) }
    }
}
