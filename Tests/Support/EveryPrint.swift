// What a value looks like in a log.
// SPDX-License-Identifier: Apache-2.0

/// Every way that Swift has to print a value, one behind the other, and what a debugger finds that walks through the
/// mirrors.
package func everyPrint(of value: Any) -> String {
    var dumped = ""
    dump(value, to: &dumped)
    var printed = ""
    print(value, to: &printed)
    var debugPrinted = ""
    debugPrint(value, to: &debugPrinted)
    return [
        String(describing: value), String(reflecting: value), "\(value)", dumped, printed, debugPrinted,
        mirrored(value, depth: 8),
    ].joined(separator: "\n")
}

private func mirrored(_ value: Any, depth: Int) -> String {
    guard depth > 0 else { return "" }
    return Mirror(reflecting: value).children.map {
        "\($0.label ?? "")=\($0.value);" + mirrored($0.value, depth: depth - 1)
    }.joined()
}

/// How bytes would look in such a text: as text, as an array, in hexadecimal digits. Of many bytes their beginning is
/// enough.
package func printedForms(of bytes: [UInt8]) -> [String] {
    let beginning = Array(bytes.prefix(24))
    let array = beginning.description.dropFirst().dropLast()
    return [String(decoding: bytes, as: UTF8.self), String(array), Hex.digits(beginning)]
}
