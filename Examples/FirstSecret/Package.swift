// swift-tools-version: 6.2
// SPDX-License-Identifier: Apache-2.0

import PackageDescription

let package = Package(
    name: "FirstSecret",
    dependencies: [.package(name: "latchkey", path: "../..")],
    targets: [
        .executableTarget(name: "FirstSecret", dependencies: [.product(name: "Security", package: "latchkey")])
    ]
)
