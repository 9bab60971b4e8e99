// The daemon as a process: its options, its socket, its signals, its end.
// SPDX-License-Identifier: Apache-2.0

import CLatchkeyLinux
import Glibc
import LatchkeyBus
import LatchkeyModel
import LatchkeyPlatform
import LatchkeyTPM
import LatchkeyService

package enum DaemonProcess {
    /// Runs the daemon until SIGTERM.
    /// - Returns: the exit status.
    package static func run(_ arguments: [String]) -> CInt {
        let options: DaemonOptions
        do throws(DaemonOptions.Refusal) {
            options = try DaemonOptions(arguments, environment: Environment())
        } catch {
            let isHelp = error == .help
            DaemonOptions.print(error, to: isHelp ? STDOUT_FILENO : STDERR_FILENO)
            return isHelp ? 0 : 2
        }
        // Before the first thread, the first key and the first file.
        latchkey_set_up_memory()
        TPM.silenceLibrary()
        umask(0o077)
        guard latchkey_refuse_inspection() == 0 else {
            DaemonLog.standardError.error("the kernel does not let this process refuse inspection")
            return 1
        }
        let signals = latchkey_signals()
        var limits = DaemonLimits()
        // A connection takes two: its socket, and its process.
        limits.connections = min(limits.connections, Int(clamping: latchkey_raise_descriptor_limit() / 2) - 128)
        if !options.isSystem { limits.workers = .ofOneUser(limits.workers.all) }
        return serve(options, limits, signals: signals)
    }

    private static func serve(_ options: DaemonOptions, _ limits: DaemonLimits, signals: CInt) -> CInt {
        let log = DaemonLog.ofProcess(Environment())
        let listener: DaemonListener
        do throws(DaemonListener.Failure) {
            listener = try DaemonListener(
                at: options.socket, mode: options.isSystem ? 0o666 : 0o600,
                takesSessions: options.isSystem && options.servesBuses)
        } catch {
            log.error(error.message)
            return 1
        }
        defer { listener.end() }
        if options.isSystem,
            ProcessFile.contents(at: "/proc/sys/kernel/yama/ptrace_scope", atMost: 64)?.first.map({
                $0 < UInt8(ascii: "2")
            }) ?? true
        {
            log.notice(
                "every user may trace the programs that the user starts, and read what they have read; see keychaind(8), kernel.yama.ptrace_scope"
            )
        }
        KeychainService.limitMemory()
        let fingers = Fprintd(description: "keychaind")
        let passwords = ConfiguredPasswords(isSystem: options.isSystem, environment: Environment(), log: log)
        let homes = KeychainHomes(
            options.isSystem
                ? .ofEveryUser(folder: options.home) : .ofUser(geteuid(), home: options.home),
            passwords: passwords,
            makeService: KeychainHomes.maker(fingers: fingers))
        let basis = IdentityBasis(
            witness: homes.keepsProgramsApart ? ExecWitness() : nil, keepsProgramsApart: homes.keepsProgramsApart,
            hasNamespaces: UserNamespaces.arePermitted, takesWeak: options.takesWeakIdentity)
        if let notice = basis.notice { log.notice("\(notice)") }
        let identifier = ProgramIdentifier(
            tools: OwnTools(isEnabled: options.hasTools), servesInterpreters: options.servesInterpreters,
            keepsProgramsApart: homes.keepsProgramsApart, basis: basis)
        let policies = BusPolicies(homes: homes, identifier: identifier, log: log)
        homes.whenUsersLeave { policies.forgetManagers(of: $0) }
        let server: DaemonServer
        do throws(KeychainError) {
            let handler = RequestHandler(
                homes: homes, identifier: identifier, records: options.servesBuses ? policies : nil)
            server = try DaemonServer(handler: handler, limits: limits, log: log, fingers: fingers)
        } catch {
            log.error("cannot start: \(error.operation)")
            return 1
        }
        let monitor = LoginMonitor(homes: homes, user: options.isSystem ? nil : geteuid(), log: log)
        if passwords.isPossible {
            monitor.start { passwords.file(of: $0) != nil }
        } else {
            homes.whenFirstUsed { monitor.start() }
        }
        let buses = SessionBuses(
            BusServers(
                parts: BusParts(homes: homes, identifier: identifier, policies: policies, server: server, log: log)),
            log: log)
        homes.whenChanged { buses.keychainsChanged(of: $0) }
        let manager = ServiceManager()
        var hooks = DaemonServer.Hooks()
        hooks.signal = { signal in
            if signal == SIGHUP {
                manager.reloading()
                identifier.reload()
                policies.reload()
                buses.wake()
                manager.ready()
            } else {
                manager.stopping()
                server.stop()
            }
        }
        hooks.tick = {
            let isTicking = homes.lockIdle()
            // A daemon that serves nobody is ended by its service manager, and started anew.
            let watchdog = server.isStuck ? 1000 : manager.feedWatchdog()
            return isTicking ? min(1000, watchdog ?? 1000) : watchdog
        }
        if options.servesBuses { buses.start(options, listeners: listener.sessions, Environment()) }
        manager.ready()
        server.run(listeners: listener.descriptors, signals: signals, hooks: hooks)
        buses.stop()
        homes.close()
        return 0
    }
}
