// swift-tools-version: 6.2
// SPDX-License-Identifier: Apache-2.0

import PackageDescription

/// For Latchkey's own targets; a path through swift-crypto is one step to the fuzzer. Address checks, because unsafe buffers
/// have no bounds in release builds.
let sanitizers = ["-sanitize=fuzzer", "-sanitize=address"]
/// The compiler's own choice for fuzzers is a kind of coverage that libFuzzer does not read any more.
let coverage = "-sanitize-coverage=edge,indirect-calls,trace-cmp,inline-8bit-counters,pc-table"

let package = Package(
    name: "Fuzz",
    dependencies: [
        .package(url: "https://github.com/apple/swift-crypto", from: "4.5.2"),
        .package(url: "https://github.com/apple/swift-asn1", from: "1.7.4"),
        .package(url: "https://github.com/apple/swift-certificates", from: "1.21.1"),
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    ],
    targets: [
        .executableTarget(name: "FuzzSealedBlob", dependencies: ["FuzzSupport", "KeychainCrypto", "KeychainModel"]),
        .executableTarget(name: "FuzzKeybag", dependencies: ["FuzzSupport", "KeychainCrypto", "KeychainModel"]),
        .executableTarget(
            name: "FuzzItem", dependencies: ["FuzzSupport", "KeychainStore", "KeychainCrypto", "KeychainModel"]),
        .executableTarget(
            name: "FuzzCSV", dependencies: ["FuzzSupport", "LatchkeyTool", "KeychainTooling", "KeychainModel"]),
        .executableTarget(
            name: "FuzzQuery",
            dependencies: ["FuzzSupport", "Security", "CFTypes", "KeychainQuery", "KeychainClient", "KeychainModel"]),
        .executableTarget(
            name: "FuzzCertificate", dependencies: ["FuzzSupport", "Security", "KeychainCertificates", "KeychainModel"]),
        .executableTarget(
            name: "FuzzKeyData", dependencies: ["FuzzSupport", "KeychainCertificates", "KeychainKeys", "KeychainModel"]),
        .executableTarget(
            name: "FuzzKeyWork", dependencies: ["FuzzSupport", "KeychainCertificates", "KeychainKeys", "KeychainModel"]),
        .executableTarget(
            name: "FuzzKeyFile",
            dependencies: [
                "FuzzSupport", "SecurityTool", "KeychainFormats", "KeychainCertificates", "KeychainModel",
            ]),
        .executableTarget(
            name: "FuzzSignature",
            dependencies: ["FuzzSupport", "KeychainSignature", "KeychainPolicy", "KeychainModel"]),
        .executableTarget(
            name: "FuzzTrust", dependencies: ["FuzzSupport", "KeychainTrust", "KeychainCertificates", "KeychainModel"]),
        .executableTarget(name: "FuzzDynamicNames", dependencies: ["FuzzSupport", "KeychainSignature"]),
        .executableTarget(name: "FuzzProcess", dependencies: ["FuzzSupport", "KeychainDaemon"]),
        .executableTarget(name: "FuzzWire", dependencies: ["FuzzSupport", "KeychainWire", "KeychainModel"]),
        .executableTarget(name: "FuzzAssuan", dependencies: ["FuzzSupport", "KeychainPresence", "KeychainModel"]),
        .target(name: "FuzzSupport", dependencies: ["KeychainModel"]),
        // Latchkey's own targets, as in ../Package.swift: symbolic links, so that they are in this package, see
        // `package` declarations, and are built with the flags below.
        .target(
            name: "LatchkeyTool",
            dependencies: [
                "KeychainTooling", "KeychainClient", "KeychainModel",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ]),
        .target(
            name: "SecurityTool",
            dependencies: [
                "KeychainTooling", "KeychainClient", "KeychainFormats", "KeychainCertificates", "KeychainModel",
            ]),
        .target(name: "KeychainTooling", dependencies: ["KeychainClient", "KeychainModel", "CLinuxKeychain"]),
        .target(
            name: "Security",
            dependencies: [
                "CFTypes", "KeychainQuery", "KeychainClient", "KeychainTrust", "KeychainFormats",
                "KeychainCertificates", "KeychainKeys", "KeychainOpenSSL", "KeychainModel",
            ]),
        .target(name: "KeychainQuery", dependencies: ["KeychainCertificates", "KeychainModel"]),
        .target(
            name: "KeychainFormats",
            dependencies: ["KeychainCertificates", "KeychainKeys", "KeychainOpenSSL", "KeychainModel"]),
        .target(name: "CFTypes"),
        .target(
            name: "KeychainSignature",
            dependencies: [
                "KeychainTrust", "KeychainPolicy", "KeychainCertificates", "KeychainModel",
                .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "X509", package: "swift-certificates"),
                .product(name: "SwiftASN1", package: "swift-asn1"),
            ]),
        .target(
            name: "KeychainTrust",
            dependencies: [
                "KeychainCertificates", "KeychainModel",
                .product(name: "X509", package: "swift-certificates"),
                .product(name: "SwiftASN1", package: "swift-asn1"),
            ]),
        .target(name: "KeychainPolicy", dependencies: ["KeychainModel"]),
        .target(name: "KeychainClient", dependencies: ["KeychainWire", "KeychainModel", "CLinuxKeychain"]),
        .target(name: "KeychainPresence", dependencies: ["KeychainModel", "CLinuxKeychain"]),
        .target(name: "KeychainWire", dependencies: ["KeychainModel"]),
        .target(
            name: "KeychainBus",
            dependencies: ["KeychainModel", "CSystemd", .product(name: "Crypto", package: "swift-crypto")]),
        .target(
            name: "KeychainDaemon",
            dependencies: [
                "KeychainWire", "KeychainService", "KeychainSignature", "KeychainPolicy", "KeychainBus",
                "KeychainModel", "CLinuxKeychain",
                .product(name: "Crypto", package: "swift-crypto"),
            ]),
        .target(
            name: "KeychainService",
            dependencies: [
                "KeychainTrust", "KeychainPolicy", "KeychainStore", "KeychainCertificates", "KeychainKeys",
                "KeychainCrypto", "KeychainModel", "CLinuxKeychain",
                .product(name: "Crypto", package: "swift-crypto"),
            ]),
        .target(
            name: "KeychainStore",
            dependencies: [
                "KeychainCrypto", "KeychainModel", "CSQLite", "CLinuxKeychain",
                .product(name: "Crypto", package: "swift-crypto"),
            ]),
        .target(
            name: "KeychainCrypto",
            dependencies: [
                "KeychainModel", "CSodium", "CLinuxKeychain",
                .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "CryptoExtras", package: "swift-crypto"),
            ]),
        .target(
            name: "KeychainCertificates",
            dependencies: [
                "KeychainKeys", "KeychainModel",
                .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "CryptoExtras", package: "swift-crypto"),
                .product(name: "SwiftASN1", package: "swift-asn1"),
            ]),
        .target(
            name: "KeychainKeys",
            dependencies: ["KeychainOpenSSL", "KeychainModel", .product(name: "Crypto", package: "swift-crypto")]),
        .target(name: "KeychainOpenSSL", dependencies: ["KeychainModel", "COpenSSL"]),
        .target(name: "KeychainModel", dependencies: ["CLinuxKeychain"]),
        .target(name: "CLinuxKeychain"),
        .target(name: "CSystemd"),
        .systemLibrary(name: "CSodium", pkgConfig: "libsodium", providers: [.apt(["libsodium-dev"])]),
        // Loads libcrypto where one of its functions is called; of libssl-dev it needs the headers.
        .target(name: "COpenSSL"),
        .target(name: "CSQLite", linkerSettings: [.linkedLibrary("sqlite3")]),
    ],
    swiftLanguageModes: [.v6]
)

for target in package.targets where target.type != .system {
    target.swiftSettings = [
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("InternalImportsByDefault"),
        .enableUpcomingFeature("MemberImportVisibility"),
        .enableExperimentalFeature("Lifetimes"),
        .strictMemorySafety(),
        // Security's parsers are internal: only tests and fuzzers see them.
        .unsafeFlags(sanitizers + [coverage, "-enable-testing"]),
    ]
    if target.type == .executable { target.linkerSettings = [.unsafeFlags(sanitizers + ["-use-ld=lld"])] }
}
