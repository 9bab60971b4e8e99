// Uses keys from files for Tests/System: one operation on standard input, its result in hexadecimal on standard output.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Security

/// A failure, which ends the program.
func fail(_ words: String) -> Never {
    FileHandle.standardError.write(Data("error: \(words)\n".utf8))
    exit(1)
}

func words(_ error: Unmanaged<CFError>?) -> String {
    unsafe error.map { unsafe String($0.takeRetainedValue().code) } ?? "no reason"
}

func bytes(_ path: String) -> Data {
    guard let data = try? Data(contentsOf: URL(fileURLWithPath: path)) else { fail("no file \(path)") }
    return data
}

/// The key of a file with its external representation: `TYPE:CLASS:PATH` with Apple's numbers.
func key(_ name: String) -> SecKey {
    let parts = name.split(separator: ":", maxSplits: 2).map(String.init)
    guard parts.count == 3 else { fail("no key \(name)") }
    let attributes = [kSecAttrKeyType: parts[0], kSecAttrKeyClass: parts[1]] as CFDictionary
    guard let key = unsafe SecKeyCreateWithData(bytes(parts[2]) as CFData, attributes, &error) else {
        fail(unsafe words(error))
    }
    return key
}

/// Prints a result, or ends the program with the failure that was left.
func give(_ data: CFData?) {
    guard let data = data as Data? else { fail(unsafe words(error)) }
    FileHandle.standardOutput.write(data)
}

/// Writes a file that nobody else can read.
func write(_ data: CFData?, to path: String) {
    guard let data = data as Data? else { fail("no bytes") }
    guard FileManager.default.createFile(atPath: path, contents: data, attributes: [.posixPermissions: 0o600]) else {
        fail("\(path) cannot be written")
    }
}

/// What the last call left.
nonisolated(unsafe) var error: Unmanaged<CFError>?

let arguments = Array(CommandLine.arguments.dropFirst())
guard let operation = arguments.first else { fail("usage: LatchkeyKeyProbe OPERATION …") }
let algorithm = SecKeyAlgorithm(rawValue: (arguments.dropFirst(2).first ?? "") as CFString)
func input() -> CFData { FileHandle.standardInput.readDataToEndOfFile() as CFData }

switch (operation, arguments.count) {
case ("sign", 3): give(unsafe SecKeyCreateSignature(key(arguments[1]), algorithm, input(), &error))
case ("verify", 4):
    let isRight = unsafe SecKeyVerifySignature(
        key(arguments[1]), algorithm, input(), bytes(arguments[3]) as CFData, &error)
    print(isRight ? "right" : unsafe words(error))
case ("encrypt", 3): give(unsafe SecKeyCreateEncryptedData(key(arguments[1]), algorithm, input(), &error))
case ("decrypt", 3): give(unsafe SecKeyCreateDecryptedData(key(arguments[1]), algorithm, input(), &error))
case ("agree", 5):
    let size = [SecKeyKeyExchangeParameter.requestedSize.rawValue: Int(arguments[4]) ?? 0] as CFDictionary
    let result = unsafe SecKeyCopyKeyExchangeResult(key(arguments[1]), algorithm, key(arguments[3]), size, &error)
    give(result)
case ("encapsulate", 4):
    var secret: CFData?
    let encapsulated = unsafe SecKeyCreateEncapsulatedKey(key(arguments[1]), algorithm, &secret, &error)
    give(encapsulated)
    write(secret, to: arguments[3])
case ("decapsulate", 3): give(unsafe SecKeyCreateDecapsulatedKey(key(arguments[1]), algorithm, input(), &error))
case ("new", 5):
    let parameters = [kSecAttrKeyType: arguments[1], kSecAttrKeySizeInBits: arguments[2]] as CFDictionary
    guard let made = unsafe SecKeyCreateRandomKey(parameters, &error), let half = SecKeyCopyPublicKey(made) else {
        fail(unsafe words(error))
    }
    for (key, path) in [(made, arguments[3]), (half, arguments[4])] {
        write(SecKeyCopyExternalRepresentation(key, nil), to: path)
    }
case ("store", 4):
    let item: [CFString: Any] = [
        kSecValueRef: key(arguments[1]), kSecAttrApplicationTag: Data(arguments[2].utf8),
        kSecAttrIsExtractable: arguments[3] == "extractable",
    ]
    let status = SecItemAdd(item as CFDictionary, nil)
    guard status == errSecSuccess else { fail("\(status)") }
case ("bytes", 3):
    // Stores the bytes of a private key, which nothing has looked at, and asks for its object: the status.
    let parts = arguments[1].split(separator: ":", maxSplits: 2).map(String.init)
    guard parts.count == 3, let type = Int(parts[0]) else { fail("no key \(arguments[1])") }
    let item: [CFString: Any] = [
        kSecClass: kSecClassKey, kSecAttrKeyType: type, kSecAttrKeyClass: kSecAttrKeyClassPrivate,
        kSecAttrApplicationTag: Data(arguments[2].utf8), kSecValueData: bytes(parts[2]), kSecReturnRef: true,
    ]
    var added: CFTypeRef?
    print(unsafe SecItemAdd(item as CFDictionary, &added))
case ("make", 4):
    // The private half is made in the keychain and stays there; the public one goes out.
    let parameters: [CFString: Any] = [
        kSecAttrKeyType: arguments[1], kSecAttrKeySizeInBits: arguments[2], kSecAttrIsPermanent: true,
        kSecAttrApplicationTag: Data(arguments[3].utf8),
        kSecPublicKeyAttrs: [kSecAttrIsPermanent: false], kSecPrivateKeyAttrs: [kSecAttrIsExtractable: false],
    ]
    guard let made = unsafe SecKeyCreateRandomKey(parameters as CFDictionary, &error),
        let half = SecKeyCopyPublicKey(made)
    else { fail(unsafe words(error)) }
    give(unsafe SecKeyCopyExternalRepresentation(half, &error))
case ("use", 3):
    // Signs each line with a key of the keychain, and holds the key meanwhile.
    let query: [CFString: Any] = [
        kSecClass: kSecClassKey, kSecAttrApplicationTag: Data(arguments[1].utf8), kSecReturnRef: true,
    ]
    var found: CFTypeRef?
    let status = unsafe SecItemCopyMatching(query as CFDictionary, &found)
    guard status == errSecSuccess, let key = found as? SecKey else { fail("\(status)") }
    while let line = readLine() {
        let signature = unsafe SecKeyCreateSignature(key, algorithm, Data(line.utf8) as CFData, &error) as Data?
        let answer = unsafe signature.map { $0.map { String(format: "%02x", $0) }.joined() } ?? words(error)
        FileHandle.standardOutput.write(Data((answer + "\n").utf8))
    }
default:
    fail(
        "usage: LatchkeyKeyProbe sign|encrypt|decrypt KEY ALGORITHM, verify KEY ALGORITHM FILE, agree KEY ALGORITHM KEY SIZE, encapsulate KEY ALGORITHM FILE, decapsulate KEY ALGORITHM, new TYPE BITS PRIVATE PUBLIC, store KEY TAG extractable|stays, make TYPE BITS TAG, use TAG ALGORITHM"
    )
}
