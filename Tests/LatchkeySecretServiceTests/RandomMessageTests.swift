// Messages that are well-typed and senseless.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyBus
import LatchkeyModel
import LatchkeyPlatform
import LatchkeyPolicy
import LatchkeyTestSupport
import Testing

@testable import LatchkeySecretService

@Suite("Random messages to the Secret Service")
struct RandomMessageTests {
    @Test("Each message has one answer, and nothing grows without bound", arguments: [1, 2, 3] as [UInt64])
    func random(_ seed: UInt64) throws {
        let password = ItemSecret(TestSecret("random"))
        let bench = ServiceBench([
            "login": TestKeychain("login", password: password), "other": TestKeychain("other"),
        ])
        let group = AccessGroup(rawValue: "second.bus")
        bench.policy.accesses["first"] = [group: .askable(.moved)]
        bench.policy.accesses["third"] = [group: .askable(.managed), AccessGroup(rawValue: "first.bus"): .locked]
        var clients = [
            TestClient.first, .firstAgain, .second, TestClient(":1.9", ServiceBench.principal("third", kind: .manager)),
            TestClient(":1.10", ServiceBench.principal("nobody", kind: .nobody)),
            TestClient(":1.11", ServiceBench.principal("first", doubt: "traced")),
        ]
        var messages = RandomMessages(seed: seed)
        var numbers: [UInt64] = []
        for count in 0..<10_000 {
            let place = messages.number(below: clients.count)
            let client = clients[place]
            numbers.append(messages.send(to: bench, by: client))
            switch messages.number(below: 50) {
            case 0:
                bench.say([.dismissed, .confirmed(password: password), .always(password: password), .never][count % 4])
            case 1:
                bench.service.left(client.name)
                // No name is given again.
                clients[place] = TestClient(":1.\(100 + count)", client.principal)
            case 2: bench.pass(5000)
            case 3: bench.lockLogin()
            default: bench.service.woken()
            }
            messages.learn(from: bench)
        }
        bench.pass(30_000)
        while !bench.service.workTickets.isEmpty { bench.service.woken() }
        bench.service.woken()
        for number in numbers { #expect(bench.bus.answers[number, default: []].count <= 1) }
        let unanswered = numbers.filter { bench.bus.answers[$0] == nil }
        // Of those that have left nobody waits.
        #expect(unanswered.count < 300)
        for client in clients { bench.service.left(client.name) }
        #expect(bench.service.clients.isEmpty && bench.service.sessions.isEmpty && bench.service.prompts.isEmpty)
        #expect(bench.service.heldCalls.isEmpty && bench.service.questions.isEmpty)
        #expect(bench.service.questionTickets.isEmpty && bench.user.openCount == 0)
        // They reach what they are sent to.
        let successes = numbers.filter { number in
            if case .success? = bench.bus.answers[number]?.first { true } else { false }
        }
        #expect(successes.count > 2000)
    }

    @Test("A value of each type that was not asked for is an argument that is wrong")
    func otherTypes() {
        let bench = ServiceBench()
        var messages = RandomMessages(seed: 7)
        for interface in [ServiceInterface.service, .collection, .item, .prompt, .session, .passwords, .properties] {
            for method in interface.methods {
                let path = interface.name == ServiceInterface.collection.name ? Path.login : Path.service
                let arguments = [messages.value(of: "(oayays)"), messages.value(of: "a{s(uv)}")]
                let refusal = bench.refusal(method.name, interface.name, at: path, arguments, by: .first)
                #expect(refusal == "Error.InvalidArgs" || refusal == "Error.UnknownInterface")
            }
        }
    }
}
