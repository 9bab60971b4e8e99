// Finds out what a call asks for.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyBus
import LatchkeyPlatform
import LatchkeyPolicy

/// Who calls.
struct ServiceCaller {
    /// The unique name of the connection.
    let name: String
    let principal: BusPrincipal
}

extension SecretService {
    /// The interface of the messages that the framer puts in the place of those that it does not let in.
    private static let framer = "io.latchkey.Framer1"

    /// - Returns: nil if the call is answered later.
    func answer(_ call: BusCall, from principal: BusPrincipal) throws(BusFailure) -> [BusValue]? {
        let caller = ServiceCaller(name: call.sender, principal: principal)
        if call.interface.utf8.elementsEqual(Self.framer.utf8) { throw Self.framerFailure(call.member) }
        guard let path = ObjectPath(call.path) else {
            // It asks for the program, whatever the path is.
            if call.interface == ServiceInterface.peer.name, let method = ServiceInterface.peer.method(call.member) {
                return try answerPeer(method.method)
            }
            throw .unknownObject
        }
        let method = try method(of: call, at: path, for: caller)
        guard method.signature.utf8.elementsEqual(call.signature.utf8),
            call.arguments.count == method.arguments.count
        else { throw .invalidArguments("the method takes other arguments") }
        switch path {
        case .service, .folder: return try answerService(method.method, call, at: path, caller)
        case .collection(let name):
            return try answerCollection(method.method, call, at: path, object(name), caller)
        case .item(let name, let number):
            return try answerItem(method.method, call, at: path, object(name), number, caller)
        case .session(let number): return try answerSession(method.method, call, at: path, number, caller)
        case .prompt(let prompt): return try answerPrompt(method.method, call, at: path, prompt, caller)
        }
    }

    private func method(
        of call: BusCall, at path: ObjectPath, for caller: ServiceCaller
    ) throws(BusFailure) -> ServiceInterface.Method {
        let interfaces = ServiceInterface.interfaces(of: path)
        if call.interface.isEmpty {
            for interface in interfaces {
                if let method = interface.method(call.member) { return method }
            }
            try requireObject(at: path, for: caller)
            throw .unknownMethod
        }
        guard let interface = interfaces.first(where: { $0.name.utf8.elementsEqual(call.interface.utf8) }) else {
            try requireObject(at: path, for: caller)
            throw .unknownInterface
        }
        guard let method = interface.method(call.member) else {
            try requireObject(at: path, for: caller)
            throw .unknownMethod
        }
        return method
    }

    /// - Throws: `UnknownObject` if there is none at the path for the caller.
    func requireObject(at path: ObjectPath, for caller: ServiceCaller) throws(BusFailure) {
        let isThere: Bool
        switch path {
        case .service, .folder: isThere = true
        case .collection(let name): isThere = table.contains(name)
        case .item(let name, let number):
            isThere = try seen(number, in: object(name), by: caller) != nil
        case .session(let number): isThere = sessions[number] != nil
        case .prompt(let prompt): isThere = prompts[prompt] != nil
        }
        if !isThere { throw .unknownObject }
    }

    func answerPeer(_ method: ServiceMethod) throws(BusFailure) -> [BusValue] {
        guard case .getMachineID = method else { return [] }
        guard let identifier = MachineIdentifier.read() else { throw .notSupported("the machine has no identifier") }
        return [.string(identifier)]
    }

    /// - Parameter member: what the framer says is wrong with a message.
    private static func framerFailure(_ member: String) -> BusFailure {
        member == "TooLarge"
            ? .limitsExceeded("a message has at most 1 MiB and 64 KiB") : .invalidArguments("the message is not sound")
    }
}
