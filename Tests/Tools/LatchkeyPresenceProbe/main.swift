// A program whose items need the user: stores, reads, and evaluates contexts.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import LocalAuthentication
import Security

let arguments = CommandLine.arguments
guard arguments.count >= 3 else {
    print(
        "usage: \(arguments[0]) add SERVICE FLAGS SECRET, read|twice SERVICE [REASON], can|evaluate POLICY, both POLICY SERVICE"
    )
    exit(2)
}

func read(_ service: String, in context: LAContext?) -> String {
    var query: [CFString: Any] = [kSecClass: kSecClassGenericPassword, kSecAttrService: service, kSecReturnData: true]
    query[kSecUseAuthenticationContext] = context
    var result: CFTypeRef?
    let status = unsafe SecItemCopyMatching(query as CFDictionary, &result)
    return "\(status) " + String(decoding: result as? Data ?? Data(), as: UTF8.self)
}

func policy(_ number: String) -> LAPolicy { Int(number).flatMap(LAPolicy.init) ?? .deviceOwnerAuthentication }

func evaluate(_ policy: LAPolicy, in context: LAContext) async -> Int {
    do {
        try await context.evaluatePolicy(policy, localizedReason: "the check wants to know")
        return 0
    } catch { return (error as NSError).code }
}

switch arguments[1] {
case "add":
    let flags = SecAccessControlCreateFlags(rawValue: UInt(arguments[3]) ?? 0)
    let control = SecAccessControlCreateWithFlags(nil, kSecAttrAccessibleWhenUnlocked, flags, nil)
    var item: [CFString: Any] = [
        kSecClass: kSecClassGenericPassword, kSecAttrService: arguments[2], kSecAttrLabel: "guarded by flags",
        kSecValueData: Data(arguments[4].utf8),
    ]
    item[kSecAttrAccessControl] = control
    print(SecItemAdd(item as CFDictionary, nil))
case "read":
    let context = LAContext()
    if arguments.count > 3 { context.localizedReason = arguments[3] }
    print(read(arguments[2], in: context))
case "twice":
    let context = LAContext()
    print(read(arguments[2], in: context), read(arguments[2], in: context))
case "can":
    var error: NSError?
    let isPossible = unsafe LAContext().canEvaluatePolicy(policy(arguments[2]), error: &error)
    print(isPossible ? 0 : error?.code ?? 1)
case "evaluate": print(await evaluate(policy(arguments[2]), in: LAContext()))
case "both":
    let context = LAContext()
    let code = await evaluate(policy(arguments[2]), in: context)
    context.interactionNotAllowed = true
    let other = LAContext()
    other.interactionNotAllowed = true
    print(code, read(arguments[3], in: context), read(arguments[3], in: other))
case "invalidate":
    let context = LAContext()
    let timer = Task.detached {
        try await Task.sleep(for: .seconds(2))
        context.invalidate()
    }
    print(await evaluate(policy(arguments[2]), in: context))
    try await timer.value
default: exit(2)
}
