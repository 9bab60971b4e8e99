// swift-tools-version: 6.2
// SPDX-License-Identifier: Apache-2.0

import PackageDescription

let security = Target.Dependency.product(name: "Security", package: "latchkey")

let package = Package(
    name: "ClassicPrograms",
    products: [
        .executable(name: "uuid", targets: ["StableUUID"]),
        .executable(name: "team-id", targets: ["TeamID"]),
        .executable(name: "wrapper", targets: ["Wrapper"]),
        .executable(name: "ftp-login", targets: ["FTPLogin"]),
    ],
    dependencies: [.package(name: "latchkey", path: "../..")],
    targets: [
        .executableTarget(name: "StableUUID", dependencies: [security]),
        .executableTarget(name: "TeamID", dependencies: [security]),
        .executableTarget(name: "Wrapper", dependencies: [security]),
        .executableTarget(name: "FTPLogin", dependencies: [security]),
    ]
)
