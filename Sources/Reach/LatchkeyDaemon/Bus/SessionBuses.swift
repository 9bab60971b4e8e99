// Where the session buses come from that the daemon serves.
// SPDX-License-Identifier: Apache-2.0

import Glibc
import LatchkeyBus
import LatchkeyModel
import LatchkeyPlatform
import Synchronization

/// In system mode from `latchkey-session`, in user mode the one of the user.
package final class SessionBuses: Sendable {
    private let servers: BusServers
    private let log: DaemonLog
    private let listener = Mutex<SessionListener?>(nil)
    private let keeper = Mutex<OwnBusKeeper?>(nil)

    package init(_ servers: BusServers, log: DaemonLog) {
        self.servers = servers
        self.log = log
    }

    /// - Parameter listeners: sockets at which `latchkey-session` hands buses over.
    package func start(_ options: DaemonOptions, listeners: [CInt], _ environment: Environment) {
        if !options.isSystem {
            if let address = environment["DBUS_SESSION_BUS_ADDRESS"] {
                let (servers, log) = (servers, log)
                let keeper = OwnBusKeeper(at: address) {
                    log.notice("does not serve the session bus: \($0)")
                } serve: {
                    socket, report in
                    do throws(KeychainError) {
                        _ = try servers.serve(socket, of: geteuid(), report: report)
                        return nil
                    } catch { return error }
                }
                guard keeper.start() else {
                    return log.error("cannot serve the session bus: there is no thread for it")
                }
                self.keeper.withLock { $0 = keeper }
            }
        } else if !listeners.isEmpty {
            let servers = servers
            let listener = SessionListener(listeners: listeners, helper: SessionHelper(), log: log) {
                socket, user, report throws(KeychainError) in
                try servers.serve(socket, of: user, report: report)
            }
            guard listener.start() else { return log.error("cannot serve session buses: there is no thread for it") }
            self.listener.withLock { $0 = listener }
        }
    }

    /// Has each of them look at what it works by.
    package func wake() { servers.keychainsChanged(of: nil) }

    /// Clients of the buses are told.
    package func keychainsChanged(of user: UInt32?) { servers.keychainsChanged(of: user) }

    package func stop() {
        listener.withLock { $0.take() }?.stop()
        keeper.withLock { $0.take() }?.stop()
        servers.stop()
    }
}
