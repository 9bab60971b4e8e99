// Policies by their properties.
// SPDX-License-Identifier: Apache-2.0

import Foundation
public import LatchkeyCFTypes
import LatchkeyModel

/// The policy of an identifier and of properties.
///
/// - Parameters:
///   - policyIdentifier: `kSecPolicyAppleX509Basic`, `kSecPolicyAppleSSL`, `kSecPolicyAppleSMIME`,
///     `kSecPolicyAppleEAP`, `kSecPolicyAppleCodeSigning` or `kSecPolicyAppleRevocation`.
///   - properties: `kSecPolicyName`, a string; `kSecPolicyClient`, a boolean; `kSecPolicyRevocationFlags`, a number.
///     For `kSecPolicyAppleEAP` the name may be an array of strings: one of them must be a name of the certificate, and
///     may begin with `*.`. Nil for none. A property that the policy does not have is left out.
/// - Returns: nil for another identifier, and for a property of the wrong type.
public func SecPolicyCreateWithProperties(_ policyIdentifier: CFTypeRef, _ properties: CFDictionary?) -> SecPolicy? {
    guard let identifier = policyIdentifier as? NSString else { return nil }
    var names: [String]?
    var isClient = false
    var flags = kSecRevocationUseAnyAvailableMethod
    for entry in properties.map({ _cfEntries(of: $0) }) ?? [] {
        let value = entry.value
        guard let key = entry.key as? NSString else { return nil }
        if key == kSecPolicyName {
            guard let found = policyNames(value, areMany: identifier == kSecPolicyAppleEAP) else { return nil }
            names = found
        } else if key == kSecPolicyClient {
            guard let flag = value as? NSNumber else { return nil }
            isClient = flag.boolValue
        } else if key == kSecPolicyRevocationFlags {
            guard let number = value as? NSNumber else { return nil }
            flags = number.uintValue
        }
    }
    let name = names?.first
    switch identifier {
    case kSecPolicyAppleX509Basic: return SecPolicy(.basic)
    case kSecPolicyAppleSSL: return SecPolicy(isClient ? .sslClient(host: name) : .sslServer(host: name))
    case kSecPolicyAppleEAP: return SecPolicy(.eap(isServer: !isClient, names: names))
    case kSecPolicyAppleSMIME: return SecPolicy(.email(address: name))
    case kSecPolicyAppleCodeSigning: return SecPolicy(.code)
    case kSecPolicyAppleRevocation: return SecPolicyCreateRevocation(flags)
    default: return nil
    }
}

/// One string, or for EAP an array of strings.
private func policyNames(_ value: CFTypeRef, areMany: Bool) -> [String]? {
    if let text = value as? NSString { return [text as String] }
    guard areMany, let array = value as? CFArray else { return nil }
    let elements = _cfElements(of: array)
    let texts = elements.compactMap { ($0 as? NSString).map { $0 as String } }
    return texts.count == elements.count ? texts : nil
}

/// The policy of an identifier, without properties. The older form of ``SecPolicyCreateWithProperties(_:_:)``.
///
/// - Parameter policyOID: As there.
/// - Returns: nil for another identifier.
public func SecPolicyCreateWithOID(_ policyOID: CFTypeRef) -> SecPolicy? {
    SecPolicyCreateWithProperties(policyOID, nil)
}

/// The properties of a policy: `kSecPolicyOid`, and where they apply `kSecPolicyName`, `kSecPolicyClient` and
/// `kSecPolicyRevocationFlags`.
public func SecPolicyCopyProperties(_ policyRef: SecPolicy) -> CFDictionary? {
    let properties = NSMutableDictionary()
    switch policyRef.kind {
    case .use(.basic): properties[kSecPolicyOid] = kSecPolicyAppleX509Basic
    case .use(.sslServer): properties[kSecPolicyOid] = kSecPolicyAppleSSL
    case .use(.sslClient):
        properties[kSecPolicyOid] = kSecPolicyAppleSSL
        properties[kSecPolicyClient] = kCFBooleanTrue
    case .use(.email): properties[kSecPolicyOid] = kSecPolicyAppleSMIME
    case .use(.code): properties[kSecPolicyOid] = kSecPolicyAppleCodeSigning
    case .eap(let isServer, _):
        properties[kSecPolicyOid] = kSecPolicyAppleEAP
        if !isServer { properties[kSecPolicyClient] = kCFBooleanTrue }
    case .revocation(let flags):
        properties[kSecPolicyOid] = kSecPolicyAppleRevocation
        properties[kSecPolicyRevocationFlags] = NSNumber(value: flags)
    }
    switch policyRef.kind {
    case .use(let policy): properties[kSecPolicyName] = policy.host.map { $0 as NSString }
    case .eap(_, let names?):
        properties[kSecPolicyName] =
            names.count == 1 ? names[0] as NSString : NSArray(array: names.map { $0 as NSString })
    case .eap(_, nil): break
    case .revocation: break
    }
    return properties
}
