// What a context answers on a system without an authenticator, and how it keeps credentials.
// SPDX-License-Identifier: Apache-2.0

@testable import CFTypes
import Foundation
@testable import LocalAuthentication
import TestSupport
import Testing

@Suite struct ContextTests {
    private static let answers: [(LAPolicy, LAError.Code)] = [
        (.deviceOwnerAuthentication, .passcodeNotSet),
        (.deviceOwnerAuthenticationWithBiometrics, .biometryNotAvailable),
        (.deviceOwnerAuthenticationWithCompanion, .companionNotAvailable),
        (.deviceOwnerAuthenticationWithBiometricsOrCompanion, .biometryNotAvailable),
    ]

    @Test(arguments: answers)
    func `no policy can be evaluated, and the error says why`(policy: LAPolicy, code: LAError.Code) async {
        let context = LAContext()
        var error: NSError?
        #expect(unsafe !context.canEvaluatePolicy(policy, error: &error))
        #expect(error?.domain == LAErrorDomain && error?.code == code.rawValue)
        #expect(unsafe !context.canEvaluatePolicy(policy, error: nil))
        await #expect(throws: LAError(code)) {
            try await context.evaluatePolicy(policy, localizedReason: "a reason")
        }
    }

    @Test func `an access control is evaluated like the password, and answered once`() async {
        let context = LAContext()
        let answer = await withCheckedContinuation { continuation in
            context.evaluateAccessControl(NSObject(), operation: .useItem, localizedReason: "a reason") {
                success, error in
                continuation.resume(returning: success ? nil : (error as? LAError)?.code)
            }
        }
        #expect(answer == .passcodeNotSet)
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

    @Test func `there is no biometry`() {
        #expect(LAContext().biometryType == .none && LAContext().evaluatedPolicyDomainState == nil)
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
