// The keys in memory: which of them a lock takes away, and the digests made with them.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyCrypto
import LatchkeyModel
import LatchkeyPlatform
import LatchkeyTestSupport
import Testing

private func allNames() -> [KeyName] {
    [.indexKey] + ProtectionClass.allCases.flatMap { [KeyName.classKey($0), .metadataKey($0)] }
}

private func availability(of name: KeyName) -> ProtectionClass.Availability {
    switch name {
    case .indexKey: .always
    case .classKey(let protection), .metadataKey(let protection): protection.availability
    }
}

@Suite struct UnlockedKeybagTests {
    private func everyKey() -> UnlockedKeybag {
        var keys = UnlockedKeybag(keychain: .random())
        for name in allNames() { keys.generate(name) }
        return keys
    }

    @Test(
        arguments: [(false, [.whileUnlocked]), (true, [.whileUnlocked, .afterFirstUnlock])]
            as [(Bool, Set<ProtectionClass.Availability>)])
    func `locking wipes exactly the keys of the classes that are not there any more`(
        toBeforeFirstUnlock: Bool, gone: Set<ProtectionClass.Availability>
    ) throws {
        var keys = everyKey()
        var before: [KeyName: [UInt8]] = [:]
        var addresses: [KeyName: UInt] = [:]
        for name in allNames() {
            before[name] = keys.bytes(of: name)
            addresses[name] = unsafe try keys.withKey(name) { UInt(bitPattern: $0.baseAddress) }
        }
        #expect(Set(before.values).count == 15)
        keys.lock(toBeforeFirstUnlock: toBeforeFirstUnlock)
        for name in allNames() {
            let isGone = gone.contains(availability(of: name))
            #expect(keys.has(name) == !isGone)
            let address = unsafe try #require(UnsafeRawPointer(bitPattern: addresses[name] ?? 0))
            let memory = unsafe Array(UnsafeRawBufferPointer(start: address, count: 32))
            #expect(memory == (isGone ? [UInt8](repeating: 0, count: 32) : before[name]))
            var code: KeychainError.Code?
            do { _ = try keys.copy(name) } catch { code = error.code }
            #expect(code == (isGone ? .interactionNotAllowed : nil))
        }
    }

    @Test func `a locked key neither seals nor opens`() throws {
        var keys = everyKey()
        let place = BlobPlace(.itemSecret, keychain: keys.keychain, protection: .ak)
        let blob = try keys.seal(SecretBytes(recorded: [1, 2]), under: .classKey(.ak), at: place)
        let opened = try keys.open(blob, under: .classKey(.ak), at: place)
        #expect(opened.declassified(because: "it is test data") == [1, 2])
        keys.wipe(.classKey(.ak))
        var codes: [KeychainError.Code?] = []
        do { _ = try keys.open(blob, under: .classKey(.ak), at: place) } catch { codes.append(error.code) }
        do {
            _ = try keys.seal(SecretBytes(recorded: [1]), under: .classKey(.ak), at: place)
        } catch { codes.append(error.code) }
        #expect(codes == [.interactionNotAllowed, .interactionNotAllowed])
    }

    @Test func `a wiped key can be installed again`() throws {
        var keys = everyKey()
        let key = try keys.copy(.classKey(.ck))
        keys.wipe(.classKey(.ck))
        keys.install(key, as: .classKey(.ck))
        #expect(keys.bytes(of: .classKey(.ck)) == key.declassified(because: "it is test data"))
    }

    @Test func `digests tell class, column and type apart, and depend on the index key`() throws {
        var keys = UnlockedKeybag(keychain: .random())
        keys.generate(.indexKey)
        let bytes = Array("alice".utf8)
        let digests = [
            try keys.digest(of: bytes, type: .bytes, attribute: .account, in: .genericPassword),
            try keys.digest(of: bytes, type: .bytes, attribute: .service, in: .genericPassword),
            try keys.digest(of: bytes, type: .bytes, attribute: .account, in: .internetPassword),
            try keys.digest(of: bytes, type: .foldedText, attribute: .account, in: .genericPassword),
            try keys.digest(of: bytes + [0], type: .bytes, attribute: .account, in: .genericPassword),
        ]
        #expect(Set(digests).count == digests.count)
        #expect(digests.allSatisfy { $0.count == 16 })
        let again = try keys.digest(of: bytes, type: .bytes, attribute: .account, in: .genericPassword)
        #expect(again == digests[0])
        keys.generate(.indexKey)
        let other = try keys.digest(of: bytes, type: .bytes, attribute: .account, in: .genericPassword)
        #expect(other != digests[0])
    }
}
