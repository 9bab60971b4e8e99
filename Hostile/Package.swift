// swift-tools-version: 6.2
// SPDX-License-Identifier: Apache-2.0

import PackageDescription

let package = Package(
    name: "Hostile",
    dependencies: [.package(name: "latchkey", path: "..")],
    targets: [
        .executableTarget(
            name: "Hostile",
            dependencies: [
                .product(name: "Security", package: "latchkey"),
                .product(name: "security", package: "latchkey"),
                .product(name: "latchkey", package: "latchkey"),
            ])
    ],
    swiftLanguageModes: [.v6]
)
