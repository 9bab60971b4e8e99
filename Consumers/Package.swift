// swift-tools-version: 6.2
// SPDX-License-Identifier: Apache-2.0

import PackageDescription

let security = Target.Dependency.product(name: "Security", package: "latchkey")

/// What depends on Latchkey as other packages do: the examples, the benchmark, the hostile programs, the idioms
/// and a program whose targets have names that others are likely to have.
let package = Package(
    name: "Consumers",
    products: [
        .executable(name: "uuid", targets: ["StableUUID"]),
        .executable(name: "team-id", targets: ["TeamID"]),
        .executable(name: "wrapper", targets: ["Wrapper"]),
        .executable(name: "ftp-login", targets: ["FTPLogin"]),
        .executable(name: "tls-server", targets: ["TLSServer"]),
    ],
    dependencies: [
        .package(name: "latchkey", path: ".."),
        .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
        .package(url: "https://github.com/apple/swift-nio-ssl", from: "2.37.6"),
    ],
    targets: [
        // The folder Examples is a symbolic link: a package has no sources outside of its own folder.
        .executableTarget(name: "FirstSecret", dependencies: [security], path: "Examples/FirstSecret"),
        .executableTarget(name: "StableUUID", dependencies: [security], path: "Examples/ClassicPrograms/StableUUID"),
        .executableTarget(name: "TeamID", dependencies: [security], path: "Examples/ClassicPrograms/TeamID"),
        .executableTarget(name: "Wrapper", dependencies: [security], path: "Examples/ClassicPrograms/Wrapper"),
        .executableTarget(name: "FTPLogin", dependencies: [security], path: "Examples/ClassicPrograms/FTPLogin"),
        .executableTarget(
            name: "TLSServer",
            dependencies: [
                security,
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
                .product(name: "NIOSSL", package: "swift-nio-ssl"),
            ],
            path: "Examples/TLSServer", exclude: ["README.md"]),
        // A graph has each name once: if Latchkey has one of these, no product of this package can be built.
        .executableTarget(
            name: "SameNames", dependencies: ["KeychainStore", "TestSupport", security], path: "SameNames/SameNames"),
        .target(name: "KeychainStore", dependencies: ["CSQLite"], path: "SameNames/KeychainStore"),
        .target(name: "CSQLite", path: "SameNames/CSQLite", linkerSettings: [.linkedLibrary("sqlite3")]),
        .target(name: "TestSupport", path: "SameNames/TestSupport"),
        // The model test and the tests of locks run the commands too.
        .executableTarget(
            name: "Hostile",
            dependencies: [
                security, .product(name: "security", package: "latchkey"),
                .product(name: "latchkey", package: "latchkey"),
            ],
            path: "Hostile"),
        .executableTarget(
            name: "LatchkeyBench", dependencies: ["CLimits", security], path: "Benchmarks/LatchkeyBench"),
        .target(
            name: "CLimits", path: "Benchmarks/CLimits", cSettings: [.unsafeFlags(["-O2"])],
            linkerSettings: [.linkedLibrary("sqlite3"), .linkedLibrary("crypto")]),
    ],
    swiftLanguageModes: [.v6]
)

/// Set by scripts/check-idioms, which writes the sources: every idiom in each language mode.
if Context.environment["LATCHKEY_IDIOMS"] == "yes" {
    for (name, mode) in [("Mode5", SwiftLanguageMode.v5), ("Mode6", .v6)] {
        package.targets.append(
            .executableTarget(
                name: name,
                dependencies: [
                    security, .product(name: "CoreFoundation", package: "latchkey"),
                    .product(name: "LocalAuthentication", package: "latchkey"),
                ],
                path: "Idioms/\(name)",
                swiftSettings: [.swiftLanguageMode(mode), .unsafeFlags(["-suppress-warnings"])]))
    }
}
