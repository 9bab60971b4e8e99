// The application that a proxy of the bus serves.
// SPDX-License-Identifier: Apache-2.0

/// The programs of a Flatpak sandbox reach the bus through `xdg-dbus-proxy`, which the bus takes for the caller.
/// Flatpak starts it in a tree whose `/.flatpak-info` is that of the application. Programs without a sandbox can do
/// the same, so that this keeps applications apart from each other, and not from those.
enum FlatpakProxy {
    private static let path = "/usr/bin/xdg-dbus-proxy"
    private static let largestFile = 1 << 16

    /// Whether the process is the proxy that root has installed. It may run in namespaces of its own.
    static func isRun(by process: PeerProcess) -> Bool {
        let file = PeerExecutable.File(atPath: path.utf8CString.map(\.self))
        guard let file, file == process.runningFile else { return false }
        return PeerExecutable(path: Array(path.utf8), file: file).isRoots
    }

    /// - Returns: nil for a proxy that serves no application.
    static func application(servedBy process: PeerProcess) -> String? {
        guard
            let text = ProcessFile.contents(
                ofRootFile: ".flatpak-info", of: process.processID, atMost: largestFile),
            let claim = FlatpakApplication.Claim(String(decoding: text, as: UTF8.self)), claim.isNamed
        else { return nil }
        return claim.application
    }
}
