// What a context answers, with a user who does as the test says, and how it keeps credentials.
// SPDX-License-Identifier: Apache-2.0

import Foundation
@testable import LatchkeyCFTypes
import LatchkeyClient
import LatchkeyModel
import LatchkeyPlatform
import LatchkeyTestSupport
@testable import LocalAuthentication
import Security
import Testing

/// What programs put in the place of the context in their tests.
private class MockContext: LAContext, @unchecked Sendable {
    override init() { super.init() }

    override func canEvaluatePolicy(_ policy: LAPolicy, error: NSErrorPointer) -> Bool { true }
}

private final class AnsweringContext: LAContext, @unchecked Sendable {
    private let answer: Bool

    init(answer: Bool) {
        self.answer = answer
        super.init()
    }

    override func evaluatePolicy(
        _ policy: LAPolicy, localizedReason: String, reply: @escaping @Sendable (Bool, (any Error)?) -> Void
    ) {
        reply(answer, nil)
    }
}

@Suite struct ContextTests {
    private static let word: TestSecret = "context-pass"
    private static let digest = [UInt8](repeating: 0xe3, count: 32)
    private let home: TemporaryHome
    private let user = ScriptedUser()
    private let client: KeychainClient

    init() throws {
        home = try TemporaryHome()
        client = home.anotherClient(user: user)
    }

    private func obstacle(_ policy: LAPolicy, in context: LAContext? = nil) -> LAError.Code? {
        let context = context ?? LAContext(client: client)
        var error: NSError?
        let isPossible = unsafe context.canEvaluatePolicy(policy, error: &error)
        return isPossible ? nil : error.flatMap { LAError.Code(rawValue: $0.code) }
    }

    private func evaluate(_ policy: LAPolicy, in context: LAContext) async -> LAError.Code? {
        do {
            try await context.evaluatePolicy(policy, localizedReason: "a reason")
            return nil
        } catch {
            return (error as? LAError)?.code
        }
    }

    private static let obstacles: [(BiometryState, Bool, LAPolicy, LAError.Code?)] = [
        (.unavailable, false, .deviceOwnerAuthentication, .passcodeNotSet),
        (.unavailable, true, .deviceOwnerAuthentication, nil),
        (.enrolled(digest), false, .deviceOwnerAuthentication, nil),
        (.unavailable, true, .deviceOwnerAuthenticationWithBiometrics, .biometryNotAvailable),
        (.notEnrolled, true, .deviceOwnerAuthenticationWithBiometrics, .biometryNotEnrolled),
        (.lockedOut, true, .deviceOwnerAuthenticationWithBiometrics, .biometryLockout),
        (.enrolled(digest), false, .deviceOwnerAuthenticationWithBiometrics, nil),
        (.enrolled(digest), true, .deviceOwnerAuthenticationWithCompanion, .companionNotAvailable),
        (.enrolled(digest), true, .deviceOwnerAuthenticationWithBiometricsOrCompanion, nil),
        (.notEnrolled, true, .deviceOwnerAuthenticationWithBiometricsOrCompanion, .biometryNotEnrolled),
    ]

    @Test(arguments: obstacles)
    func `what cannot be evaluated says why, and fails the same way`(
        biometry: BiometryState, hasPassword: Bool, policy: LAPolicy, code: LAError.Code?
    ) async throws {
        user.biometry = biometry
        try client.create(password: hasPassword ? Self.word : nil)
        #expect(obstacle(policy) == code)
        #expect(LAContext(client: client).biometryType == (biometry == .unavailable ? .none : .touchID))
        guard let code else { return }
        #expect(await evaluate(policy, in: LAContext(client: client)) == code)
        #expect(user.asked.isEmpty)
    }

    @Test func `the user proves it once for a context, and her reason is shown`() async throws {
        try client.create(password: Self.word)
        let context = LAContext(client: client)
        context.localizedCancelTitle = "Not now"
        user.willAnswer(.password(Self.word))
        #expect(await evaluate(.deviceOwnerAuthentication, in: context) == nil)
        #expect(await evaluate(.deviceOwnerAuthentication, in: context) == nil)
        #expect(user.asked.map(\.proof?.reason) == ["a reason"])
        #expect(user.asked.first?.proof?.cancelTitle == "Not now")
        #expect(context.evaluatedPolicyDomainState == nil)
        user.biometry = .enrolled(Self.digest)
        user.willAnswer(.finger)
        #expect(await evaluate(.deviceOwnerAuthenticationWithBiometrics, in: context) == nil)
        #expect(context.evaluatedPolicyDomainState == Data(Self.digest))
    }

    @Test func `which fingers are enrolled is known once biometry can be evaluated`() throws {
        try client.create(password: Self.word)
        user.biometry = .enrolled(Self.digest)
        let context = LAContext(client: client)
        #expect(obstacle(.deviceOwnerAuthentication, in: context) == nil)
        #expect(context.evaluatedPolicyDomainState == nil)
        #expect(obstacle(.deviceOwnerAuthenticationWithBiometrics, in: context) == nil)
        #expect(context.evaluatedPolicyDomainState == Data(Self.digest))
        user.biometry = .notEnrolled
        #expect(obstacle(.deviceOwnerAuthenticationWithBiometrics, in: context) == .biometryNotEnrolled)
        #expect(context.evaluatedPolicyDomainState == Data(Self.digest), "the last success counts")
        #expect(user.asked.isEmpty)
        context.invalidate()
        #expect(context.evaluatedPolicyDomainState == nil)
    }

    @Test func `a subclass has initialisers and answers of its own`() async throws {
        #expect(obstacle(.deviceOwnerAuthenticationWithCompanion, in: MockContext()) == nil)
        for answer in [true, false] {
            let context = AnsweringContext(answer: answer)
            let isProved = try await context.evaluatePolicy(.deviceOwnerAuthentication, localizedReason: "a reason")
            #expect(isProved == answer)
            #expect(context.setCredential(Data([1]), type: .applicationPassword))
        }
    }

    private static let failures: [(ScriptedUser.Answer, LAError.Code)] = [
        (.cancels, .userCancel), (.cannotBeAsked, .notInteractive), (.password("wrong-pass"), .authenticationFailed),
    ]

    @Test(arguments: failures.indices)
    func `a proof that is not given has a code of its own`(index: Int) async throws {
        let (answer, code) = Self.failures[index]
        try client.create(password: Self.word)
        user.willAnswer(answer)
        #expect(await evaluate(.deviceOwnerAuthentication, in: LAContext(client: client)) == code)
    }

    @Test func `a context that forbids prompts asks nobody`() async throws {
        try client.create(password: Self.word)
        let context = LAContext(client: client)
        context.interactionNotAllowed = true
        #expect(await evaluate(.deviceOwnerAuthentication, in: context) == .notInteractive)
        #expect(user.asked.isEmpty)
    }

    @Test func `invalidating closes the dialog, and the program cancelled`() async throws {
        try client.create(password: Self.word)
        let context = LAContext(client: client)
        user.willAnswer(.waits)
        async let answer = evaluate(.deviceOwnerAuthentication, in: context)
        while user.asked.isEmpty { try await Task.sleep(for: .milliseconds(5)) }
        context.invalidate()
        #expect(await answer == .appCancel)
        #expect(await evaluate(.deviceOwnerAuthentication, in: context) == .invalidContext)
    }

    private func accessControl(_ flags: SecAccessControlCreateFlags) throws -> SecAccessControl {
        let control = SecAccessControlCreateWithFlags(nil, kSecAttrAccessibleWhenUnlocked, flags, nil)
        return try #require(control)
    }

    private func evaluate(_ control: AnyObject, in context: LAContext) async -> LAError.Code? {
        nonisolated(unsafe) let object = control
        return await withCheckedContinuation { continuation in
            unsafe context.evaluateAccessControl(object, operation: .useItem, localizedReason: "a reason") {
                success, error in
                continuation.resume(returning: success ? nil : (error as? LAError)?.code)
            }
        }
    }

    @Test func `an access control is evaluated by an asynchronous call as well`() async throws {
        try client.create(password: Self.word)
        let context = LAContext(client: client)
        user.willAnswer(.password(Self.word))
        let control = try accessControl(.devicePasscode)
        #expect(
            try await context.evaluateAccessControl(control, operation: .useItem, localizedReason: "a reason"))
        context.invalidate()
        await #expect(throws: LAError.self) {
            try await context.evaluateAccessControl(NSObject(), operation: .useItem, localizedReason: "a reason")
        }
    }

    @Test func `an access control is evaluated by its flags, and what it asks for holds for its items`() async throws {
        try client.create(password: Self.word)
        let control = try accessControl(.devicePasscode)
        let calls = ItemCalls(client: client)
        let item: [CFString: Any] = [
            kSecClass: kSecClassGenericPassword, kSecAttrAccount: "alice", kSecValueData: Data("secret".utf8),
            kSecAttrAccessControl: control,
        ]
        #expect(unsafe calls.add(item as CFDictionary, nil) == errSecSuccess)
        let context = LAContext(client: client)
        user.willAnswer(.password(Self.word))
        #expect(await evaluate(control, in: context) == nil)
        func read(_ context: LAContext) -> OSStatus {
            context.interactionNotAllowed = true
            let query: [CFString: Any] = [
                kSecClass: kSecClassGenericPassword, kSecReturnData: true, kSecUseAuthenticationContext: context,
            ]
            return unsafe calls.copyMatching(query as CFDictionary, nil)
        }
        #expect(read(context) == errSecSuccess)
        #expect(read(LAContext(client: client)) == errSecInteractionNotAllowed)
        context.invalidate()
        #expect(read(context) == errSecAuthFailed)
        let nothing = try accessControl([])
        #expect(await evaluate(nothing, in: LAContext(client: client)) == nil)
        #expect(await evaluate(NSObject(), in: LAContext(client: client)) == .authenticationFailed)
    }

    @Test func `an empty reason is a mistake of the program`() async {
        await #expect(processExitsWith: .failure) {
            LAContext().evaluatePolicy(.deviceOwnerAuthentication, localizedReason: "") { _, _ in }
        }
    }

    @Test func `an invalidated context answers so, and keeps no credential`() {
        let context = LAContext()
        #expect(context.setCredential(Data([1]), type: .applicationPassword))
        context.invalidate()
        var error: NSError?
        #expect(unsafe !context.canEvaluatePolicy(.deviceOwnerAuthentication, error: &error))
        #expect(error?.code == LAError.Code.invalidContext.rawValue)
        #expect(context.isInvalidated && !context.isCredentialSet(.applicationPassword))
        #expect(!context.setCredential(Data([1]), type: .applicationPassword))
    }

    @Test func `settings are kept`() {
        let context = LAContext()
        #expect(!context.interactionNotAllowed && context.localizedReason.isEmpty)
        context.interactionNotAllowed = true
        context.localizedReason = "reason"
        context.localizedFallbackTitle = ""
        context.localizedCancelTitle = "cancel"
        context.touchIDAuthenticationAllowableReuseDuration = 5
        #expect(context.interactionNotAllowed && context.localizedReason == "reason")
        #expect(context.localizedFallbackTitle?.isEmpty == true && context.localizedCancelTitle == "cancel")
        #expect(context.touchIDAuthenticationAllowableReuseDuration == 5)
        for (value, kept) in [(1000.0, 300.0), (-1, 0), (.infinity, 300), (.nan, 0)] {
            context.touchIDAuthenticationAllowableReuseDuration = value
            #expect(context.touchIDAuthenticationAllowableReuseDuration == kept)
        }
    }
}

@Suite struct CredentialTests {
    private func password(of context: LAContext) -> [UInt8]? {
        context.withApplicationPassword { span in unsafe span.withUnsafeBytes { unsafe Array($0) } }
    }

    @Test(arguments: [0, 1, 64, 100_000])
    func `a password is kept until it is replaced or taken away`(count: Int) {
        let context = LAContext()
        #expect(!context.isCredentialSet(.applicationPassword) && password(of: context) == nil)
        let bytes = [UInt8](repeating: 7, count: count)
        #expect(context.setCredential(Data(bytes), type: .applicationPassword))
        #expect(context.isCredentialSet(.applicationPassword) && password(of: context) == bytes)
        #expect(context.setCredential(Data([1, 2]), type: .applicationPassword))
        #expect(password(of: context) == [1, 2])
        #expect(context.setCredential(nil, type: .applicationPassword))
        #expect(!context.isCredentialSet(.applicationPassword) && password(of: context) == nil)
    }

    @Test func `smart cards are not supported`() {
        let context = LAContext()
        #expect(!context.setCredential(Data([1]), type: .smartCardPIN))
        #expect(!context.isCredentialSet(.smartCardPIN))
    }

    @Test func `a slice of a larger buffer is copied from its own start`() {
        let context = LAContext()
        context.setCredential(Data([9, 9, 1, 2, 3])[2...], type: .applicationPassword)
        #expect(password(of: context) == [1, 2, 3])
    }

    @Test func `the bytes of a password are not those of the caller, and change with none of them`() {
        let context = LAContext()
        var data = Data([1, 2, 3])
        context.setCredential(data, type: .applicationPassword)
        data[0] = 9
        #expect(password(of: context) == [1, 2, 3])
    }

    @Test func `a context prints nothing of its password`() {
        let context = LAContext()
        context.setCredential(TestSecret("correct-horse").data, type: .applicationPassword)
        var dumped = ""
        dump(context, to: &dumped)
        for text in ["\(context)", String(reflecting: context), dumped] {
            #expect(!text.contains("correct") && !text.contains("99, 111, 114"))
        }
    }

    @Test func `an error keeps its code through Foundation`() {
        let error = LAError(.passcodeNotSet)
        #expect((error as NSError).domain == LAErrorDomain && (error as NSError).code == -5)
        #expect(LAError(_nsError: error as NSError).code == .passcodeNotSet)
        #expect(!error.localizedDescription.isEmpty)
        #expect(LAError(.passcodeNotSet) == error && LAError(.userCancel) != error)
    }
}
