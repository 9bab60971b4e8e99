// What the servers of all buses share, and what each is made of.
// SPDX-License-Identifier: Apache-2.0

import Glibc
import LatchkeyBus
import LatchkeyModel
import LatchkeyPlatform
import LatchkeyPolicy
import LatchkeySecretService

package struct BusParts: Sendable {
    let homes: KeychainHomes
    let identifier: any PeerIdentifying
    let policies: BusPolicies
    let server: DaemonServer
    let log: DaemonLog

    package init(
        homes: KeychainHomes, identifier: any PeerIdentifying, policies: BusPolicies, server: DaemonServer,
        log: DaemonLog
    ) {
        self.homes = homes
        self.identifier = identifier
        self.policies = policies
        self.server = server
        self.log = log
    }

    /// What serves one bus, on its thread.
    /// - Parameter connection: the socket of the bus.
    func session(
        on bus: SessionBus, _ connection: CInt, of user: UInt32, asking questions: BusQuestions,
        report: @escaping (BusSession.Event) -> Void
    ) throws(KeychainError) -> BusSession {
        let kept = policies.policy(of: user)
        let policy = kept.policy()
        let peers = BusPeers(
            calling: bus, identifier: identifier, names: policy, user: user, connection: connection,
            keepsProgramsApart: homes.keepsProgramsApart)
        let home = BusHome(homes, user: user)
        let waker = bus.waker
        let service = SecretService(sending: bus, home: home, policy: policy, asking: questions) { waker.wake() }
        let portal = SecretPortal(
            sending: bus, calling: bus, home: home, asking: questions, isFrontend: PortalFrontend.isRun(by:),
            threads: { startThread($0).map { pthread_detach($0) } == 0 }, waker: { waker.wake() })
        return BusSession(
            user: user, bus: bus, peers: peers, policy: kept, service: service, portal: portal,
            keepsProgramsApart: homes.keepsProgramsApart,
            report: report)
    }
}
