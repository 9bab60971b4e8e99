// swift-tools-version: 6.2
// SPDX-License-Identifier: Apache-2.0

import PackageDescription

let package = Package(
    name: "Benchmarks",
    dependencies: [.package(name: "latchkey", path: "..")],
    targets: [
        .executableTarget(
            name: "LatchkeyBench", dependencies: ["CLimits", .product(name: "Security", package: "latchkey")]),
        .target(
            name: "CLimits", cSettings: [.unsafeFlags(["-O2"])],
            linkerSettings: [.linkedLibrary("sqlite3"), .linkedLibrary("crypto")]),
    ],
    swiftLanguageModes: [.v6]
)
