// Gives sandboxed applications a key for their own files: org.freedesktop.impl.portal.Secret.
// SPDX-License-Identifier: Apache-2.0

package import LatchkeyBus
import LatchkeyModel
import LatchkeyPlatform
package import LatchkeyPolicy
import Synchronization

/// Used by the thread of the bus alone.
///
/// The word of the frontend, `xdg-desktop-portal`, says which application it is, so that only root's frontend is
/// listened to.
package final class SecretPortal {
    package static let name = "org.freedesktop.impl.portal.desktop.latchkey"
    package static let path = "/org/freedesktop/portal/desktop"
    static let interface = "org.freedesktop.impl.portal.Secret"
    static let requestInterface = "org.freedesktop.impl.portal.Request"
    private static let frontend = "org.freedesktop.portal.Desktop"
    private static let bus = "org.freedesktop.DBus"
    /// Requests at once. The last quarter is for applications that have none.
    private static let largestCount = 32
    private static let largestCountOfApplication = 4

    /// Runs something on a thread of its own; false if there is none.
    package typealias Threads = (_ body: @escaping @Sendable () -> Void) -> Bool

    private let sending: any BusSending
    private let calling: any BusCalling
    private let home: any ServiceHome
    private let asking: any ServiceAsking
    private let isFrontend: (BusPrincipal) -> Bool
    private let threads: Threads
    private let mail: Mail
    /// By their handles.
    private var requests: [String: PortalRequest] = [:]

    /// - Parameters:
    ///   - isFrontend: whether a program is root's `xdg-desktop-portal`.
    ///   - waker: has ``woken()`` called on the thread of the bus.
    package init(
        sending: any BusSending, calling: any BusCalling, home: any ServiceHome, asking: any ServiceAsking,
        isFrontend: @escaping (BusPrincipal) -> Bool, threads: @escaping Threads,
        waker: @escaping @Sendable () -> Void
    ) {
        self.sending = sending
        self.calling = calling
        self.home = home
        self.asking = asking
        self.isFrontend = isFrontend
        self.threads = threads
        mail = Mail(waker: waker)
    }

    /// Whether calls to this path are for the portal.
    package static func has(_ path: String) -> Bool { path == Self.path || path.hasPrefix(Self.path + "/") }

    package func handle(_ call: BusCall, from principal: BusPrincipal) {
        if call.path != Self.path { return close(call) }
        switch (call.interface, call.member, call.signature) {
        case (Self.interface, "RetrieveSecret", _), ("", "RetrieveSecret", _): retrieve(call, from: principal)
        case ("org.freedesktop.DBus.Peer", "Ping", ""): sending.answer(call, [])
        case ("org.freedesktop.DBus.Introspectable", "Introspect", ""):
            sending.answer(call, [.string(Self.introspection)])
        case ("org.freedesktop.DBus.Peer", "Ping", _), ("org.freedesktop.DBus.Introspectable", "Introspect", _):
            sending.refuse(call, .invalidArguments("the method takes other arguments"))
        case ("org.freedesktop.DBus.Properties", _, _):
            switch property(call) {
            case .answered(let values): sending.answer(call, values)
            case .refused(let failure): sending.refuse(call, failure)
            }
        default: sending.refuse(call, .unknownMethod)
        }
    }

    /// - Returns: true for an answer to a call of its own.
    package func received(_ arrival: BusArrival) -> Bool {
        guard case .answer(let number, _, let answer) = arrival else { return false }
        let waiting = requests.first { request in
            if case .checking(number) = request.value.step { true } else { false }
        }
        guard let (handle, request) = waiting else { return false }
        guard case .success(let values) = answer, values.first?.text == request.call.sender,
            isFrontend(request.principal)
        else {
            requests[handle] = nil
            sending.refuse(request.call, .accessDenied)
            return true
        }
        give(handle)
        return true
    }

    /// A unique name is gone, and with it what it wanted.
    package func left(_ name: String) {
        for (handle, request) in requests where request.call.sender == name { withdraw(request, at: handle) }
    }

    /// Something of another thread may be done.
    package func woken() {
        for letter in mail.takeAll() {
            switch letter {
            case .written(let handle, let number, let isDone):
                guard requests[handle]?.call.number == number else { continue }
                end(handle, isDone ? .done : .failed)
            case .answered(let handle, let number, let answer):
                guard requests[handle]?.call.number == number else { continue }
                switch answer {
                case .confirmed: give(handle, mayAsk: false)
                case .dismissed, .never: end(handle, .cancelled)
                case .unavailable, .newPassword, .always: end(handle, .failed)
                }
            }
        }
    }

    private func retrieve(_ call: BusCall, from principal: BusPrincipal) {
        guard call.signature == "osha{sv}", call.arguments.count == 4, let handle = call.arguments[0].objectPath,
            let application = call.arguments[1].text, case .descriptor(let descriptor) = call.arguments[2]
        else { return sending.refuse(call, .invalidArguments("RetrieveSecret takes (o s h a{sv})")) }
        guard handle.hasPrefix(Self.path + "/"), requests[handle] == nil else {
            return sending.refuse(call, .invalidArguments("the handle is none, or is used already"))
        }
        guard isFrontend(principal) else { return sending.refuse(call, .accessDenied) }
        let own = requests.values.count { $0.application == application }
        let most = own == 0 ? Self.largestCount : Self.largestCount / 4 * 3
        guard requests.count < most, own < Self.largestCountOfApplication else {
            return sending.refuse(call, .limitsExceeded("too many requests at once"))
        }
        let number = calling.call(
            "GetNameOwner", of: Self.bus, at: "/org/freedesktop/DBus", in: Self.bus, [.string(Self.frontend)])
        requests[handle] = PortalRequest(
            call: call, principal: principal, application: application, descriptor: descriptor,
            step: .checking(call: number))
    }

    /// The frontend is the frontend.
    private func give(_ handle: String, mayAsk: Bool = true) {
        guard let request = requests[handle] else { return }
        // Programs outside of sandboxes have no name, and would share one key.
        guard !request.application.isEmpty, request.application.utf8.count <= PortalRequest.longestApplication else {
            return end(handle, .failed)
        }
        let store: any CollectionStore
        let key: ItemSecret
        do throws(KeychainError) {
            store = try home.collection(named: "login")
            do throws(KeychainError) {
                key = try PortalKeys(store: store).key(of: request.application)
            } catch {
                guard error.code == .interactionNotAllowed, mayAsk, let handling = store.handling else { throw error }
                return unlock(handling, for: request, at: handle)
            }
        } catch {
            return end(handle, .failed)
        }
        requests[handle]?.step = .writing
        let (mail, number, descriptor) = (mail, request.call.number, request.descriptor)
        let isStarted = threads {
            mail.put(.written(handle: handle, number, PortalWriter.write(key, to: descriptor)))
        }
        if !isStarted { end(handle, .failed) }
    }

    private func unlock(_ keychain: any KeychainHandling, for request: PortalRequest, at handle: String) {
        let (mail, number) = (mail, request.call.number)
        let question = asking.ask(
            ServiceQuestion(.unlock(keychain: "login"), for: request.principal),
            attempt: { answer throws(KeychainError) in
                if case .confirmed(let password) = answer { try keychain.unlock(with: password) }
            },
            completion: { mail.put(.answered(handle: handle, number, $0)) })
        requests[handle]?.step = .unlocking(question: question)
    }

    private func close(_ call: BusCall) {
        guard let request = requests[call.path], request.call.sender == call.sender,
            call.interface == Self.requestInterface || call.interface.isEmpty, call.member == "Close"
        else { return sending.refuse(call, .unknownObject) }
        sending.answer(call, [])
        withdraw(request, at: call.path)
    }

    private func withdraw(_ request: PortalRequest, at handle: String) {
        if case .unlocking(let question) = request.step { asking.withdraw(question) }
        end(handle, .cancelled)
    }

    /// The descriptor is closed before the answer, unless a thread still writes to it.
    private func end(_ handle: String, _ response: PortalRequest.Response) {
        guard let call = requests.removeValue(forKey: handle)?.call else { return }
        sending.answer(call, [.uint32(response.rawValue), .properties([])])
    }

    /// What other threads have done.
    private final class Mail: Sendable {
        enum Letter: Sendable {
            case written(handle: String, UInt64, Bool)
            case answered(handle: String, UInt64, ServiceAnswer)
        }

        private let letters = Mutex<[Letter]>([])
        private let waker: @Sendable () -> Void

        init(waker: @escaping @Sendable () -> Void) { self.waker = waker }

        func put(_ letter: Letter) {
            letters.withLock { $0.append(letter) }
            waker()
        }

        func takeAll() -> [Letter] {
            letters.withLock { letters in
                defer { letters = [] }
                return letters
            }
        }
    }
}
