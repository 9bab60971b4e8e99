// The roots that the distribution ships, told from those that root has added to them.
// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import LatchkeyCertificates
import LatchkeyModel
import LatchkeyPlatform
import Synchronization

/// The file of all roots does not say who has put one there. Safe to call from any thread.
package final class ShippedRoots: Sendable {
    package static let system = ShippedRoots(places: [
        // Debian, Ubuntu, Alpine.
        "/usr/share/ca-certificates/mozilla",
        // Fedora.
        "/usr/share/pki/ca-trust-source/ca-bundle.trust.p11-kit",
        // Arch.
        "/usr/share/ca-certificates/trust-source/mozilla.trust.p11-kit",
    ])

    private let places: [String]
    private let loaded = Mutex<(state: [AnchorFile.State?], roots: Set<Certificate>)?>(nil)

    /// - Parameter places: PEM files, and directories of them.
    package init(places: [String]) { self.places = places }

    /// Whether a distribution ships it. What cannot be read ships nothing.
    func contain(_ certificate: Certificate) -> Bool {
        loaded.withLock { loaded in
            let state = places.map { AnchorFile.State(place: $0) }
            if let loaded, loaded.state == state { return loaded.roots.contains(certificate) }
            let roots = Set(places.flatMap(Self.certificates))
            loaded = (state, roots)
            return roots.contains(certificate)
        }
    }

    private static func certificates(in place: String) -> [Certificate] {
        let names = try? FileManager.default.contentsOfDirectory(atPath: place)
        return (names.map { $0.map { "\(place)/\($0)" } } ?? [place]).flatMap { path in
            AnchorFile(path: path).map { TrustAnchors.certificates(in: $0.bytes) } ?? []
        }
    }
}
