// The certificates that are trusted without anybody's signature: the system's roots.
// SPDX-License-Identifier: Apache-2.0

package import LatchkeyCertificates
import LatchkeyModel
import LatchkeyPlatform
import Synchronization

/// Reads a file of roots when it is first asked for them, and again when the file has changed. Safe to call from any
/// thread.
package final class TrustAnchors: Sendable {
    /// By their subject.
    typealias Roots = [FoldedName: [Certificate]]

    /// The roots of the system, kept for the process.
    package static let system = TrustAnchors(files: [
        // Debian, Ubuntu, Arch, Alpine.
        "/etc/ssl/certs/ca-certificates.crt",
        // Fedora.
        "/etc/pki/tls/certs/ca-bundle.crt",
    ])

    private let files: [String]
    /// Roots that are in no file.
    private let fixed: Roots?
    private let loaded = Mutex<(state: AnchorFile.State, roots: Roots)?>(nil)

    /// - Parameter files: PEM files; the first that is there counts.
    package init(files: [String]) {
        self.files = files
        fixed = nil
    }

    /// - Parameter certificates: the roots; one that is not understood is left out.
    package init(certificates: [Certificate]) {
        files = []
        fixed = Dictionary(grouping: certificates.filter(\.isUnderstood), by: \.subject.folded)
    }

    /// How many there are.
    package var count: Int { roots().values.reduce(0) { $0 + $1.count } }

    /// What the files are at now; nothing if there are none.
    var state: [AnchorFile.State?] { files.map { AnchorFile.State(path: $0) } }

    /// None if there is no file, or one that cannot be read: then nothing is trusted.
    func roots() -> Roots {
        if let fixed { return fixed }
        return loaded.withLock { loaded in
            for path in files {
                guard let state = AnchorFile.State(path: path) else { continue }
                if let loaded, loaded.state == state { return loaded.roots }
                guard let file = AnchorFile(path: path) else { continue }
                let roots = Self.roots(in: file.bytes)
                loaded = (file.state, roots)
                return roots
            }
            loaded = nil
            return [:]
        }
    }

    /// The roots in the order of their file; fixed ones are in no file.
    package func certificates() -> [Certificate] {
        guard let file = files.lazy.compactMap({ AnchorFile(path: $0) }).first else { return [] }
        return Self.certificates(in: file.bytes)
    }

    /// What is no certificate is left out.
    static func certificates(in text: [UInt8]) -> [Certificate] {
        guard let blocks = try? PEMBlock.blocks(in: ItemSecret(copying: text)) else { return [] }
        return blocks.compactMap { (try? $0.certificate()).flatMap { $0 } }
    }

    /// A root that is not understood is left out; the others count.
    private static func roots(in text: [UInt8]) -> Roots {
        Dictionary(grouping: certificates(in: text).filter(\.isUnderstood), by: \.subject.folded)
    }
}
