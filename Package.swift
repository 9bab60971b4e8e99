// swift-tools-version: 6.2
// SPDX-License-Identifier: Apache-2.0

import PackageDescription

/// Set by scripts/sanitize and scripts/fuzz: "address", "thread" for the suites that use threads, or "thread-all". The runtimes of the
/// sanitizers cannot be linked statically. The fuzzers are targets of builds with the address sanitizer only.
let sanitizer = Context.environment["LATCHKEY_SANITIZED"] ?? ""
let isSanitized = !sanitizer.isEmpty

/// How what the kernel starts before the dynamic linker is built.
let loaderSettings: [CSetting] = [
    .unsafeFlags(["-ffreestanding", "-fno-stack-protector", "-fno-sanitize=all"])
]
let loaderLinkerSettings: [LinkerSetting] = [
    .unsafeFlags([
        "-nostartfiles", "-static-stdlib", "-Xclang-linker", "-nostdlib", "-Xclang-linker", "-shared",
        "-Xclang-linker", "-Wno-unused-command-line-argument", "-Xlinker", "-e", "-Xlinker", "_start",
    ])
]

let package = Package(
    name: "latchkey",
    products: [
        .library(name: "Security", targets: ["Security"]),
        .library(name: "CoreFoundation", targets: ["CoreFoundation"]),
        .library(name: "LocalAuthentication", targets: ["LocalAuthentication"]),
        .executable(name: "security", targets: ["security-command"]),
        .executable(name: "latchkey", targets: ["latchkey-command"]),
        .executable(name: "codesign", targets: ["CodesignTool"]),
        .executable(name: "keychaind", targets: ["keychaind"]),
        .executable(name: "script-launcher", targets: ["script-launcher"]),
        .executable(name: "secure-loader", targets: ["secure-loader"]),
        .executable(name: "debuggable-loader", targets: ["debuggable-loader"]),
        .executable(name: "exec-witness", targets: ["exec-witness"]),
    ],
    traits: [
        .trait(name: "Embedded", description: "The keychain runs inside the program when no daemon is configured."),
        .default(enabledTraits: ["Embedded"]),
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-crypto", from: "4.5.2"),
        .package(url: "https://github.com/apple/swift-asn1", from: "1.7.4"),
        .package(url: "https://github.com/apple/swift-certificates", from: "1.21.1"),
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    ],
    targets: [
        // The flow, top to bottom: API, client, service, policy, store, crypto, model.
        // An executable cannot be linked with another one: what tests and fuzzers use of a command is in a library.
        .executableTarget(name: "security-command", dependencies: ["SecurityTool"], path: "Sources/Commands/security"),
        .executableTarget(name: "latchkey-command", dependencies: ["LatchkeyTool"], path: "Sources/Commands/latchkey"),
        .target(
            name: "SecurityTool",
            dependencies: [
                "KeychainTooling", "KeychainQuery", "KeychainClient", "KeychainSignature", "KeychainTrust",
                "KeychainFormats", "KeychainCertificates", "KeychainModel", "CLinuxKeychain",
            ]),
        .target(
            name: "LatchkeyTool",
            dependencies: [
                "KeychainTooling", "KeychainPresence", "KeychainClient", "KeychainSignature", "KeychainFormats",
                "KeychainCertificates", "KeychainModel", "CLinuxKeychain",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
                .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "X509", package: "swift-certificates"),
                .product(name: "SwiftASN1", package: "swift-asn1"),
            ]
        ),
        .executableTarget(
            name: "CodesignTool",
            dependencies: [
                "KeychainTooling", "KeychainClient", "KeychainSignature", "KeychainFormats", "KeychainPolicy",
                "KeychainTrust", "KeychainCertificates", "KeychainModel", "CLinuxKeychain",
            ]
        ),
        // What codesign makes launchers of scripts from. Static, and without Swift's runtime: no loader takes code into it.
        .executableTarget(
            name: "script-launcher", dependencies: ["CSodium"], path: "Sources/ScriptLauncher",
            linkerSettings: isSanitized
                ? [] : [.unsafeFlags(["-nostartfiles", "-static-stdlib", "-Xclang-linker", "-static"])]),
        // What codesign has the kernel start before the dynamic linker. It is linked with nothing, and begins where it says itself.
        .executableTarget(
            name: "secure-loader", path: "Sources/SecureLoader", cSettings: loaderSettings,
            linkerSettings: loaderLinkerSettings),
        .executableTarget(
            name: "debuggable-loader", path: "Sources/DebuggableLoader", cSettings: loaderSettings,
            linkerSettings: loaderLinkerSettings),
        // Has the kernel keep what processes execute. What runs there, witness.bpf.c, is compiled by scripts/build-helpers.
        .executableTarget(
            name: "exec-witness", path: "Sources/ExecWitness", exclude: ["witness.bpf.c"],
            cSettings: [.define("_GNU_SOURCE")], linkerSettings: [.linkedLibrary("bpf")]),
        // Asks the person, by pinentry: for the daemon in its agent, for a keychain in the process in that process.
        .target(name: "KeychainPresence", dependencies: ["KeychainModel", "CLinuxKeychain"]),
        .target(name: "KeychainTooling", dependencies: ["KeychainClient", "KeychainModel", "CLinuxKeychain"]),
        .target(name: "LocalAuthentication", dependencies: ["CFTypes", "KeychainClient", "KeychainModel"]),
        .target(name: "CoreFoundation", dependencies: ["CFTypes"]),
        .target(
            name: "Security",
            dependencies: [
                "CFTypes", "KeychainQuery", "KeychainClient", "KeychainTrust", "KeychainFormats",
                "KeychainCertificates", "KeychainKeys", "KeychainOpenSSL", "KeychainModel",
            ]),
        .target(name: "CFTypes"),
        // What the four calls and `security item` read: dictionaries without objects.
        .target(name: "KeychainQuery", dependencies: ["KeychainCertificates", "KeychainModel"]),
        .target(
            name: "KeychainClient",
            dependencies: [
                "KeychainWire", "KeychainModel", "CLinuxKeychain",
                .target(name: "KeychainService", condition: .when(traits: ["Embedded"])),
                .target(name: "KeychainTrust", condition: .when(traits: ["Embedded"])),
                .target(name: "KeychainPresence", condition: .when(traits: ["Embedded"])),
                .target(name: "KeychainBus", condition: .when(traits: ["Embedded"])),
            ]
        ),
        .target(name: "KeychainWire", dependencies: ["KeychainModel"]),
        // What other services of the machine say, over the system's D-Bus: logind, and fprintd for fingers.
        .target(
            name: "KeychainBus",
            dependencies: ["KeychainModel", "CSystemd", .product(name: "Crypto", package: "swift-crypto")]),
        // The daemon: beside the client, above the service; it meets the client in KeychainWire alone.
        .executableTarget(name: "keychaind", dependencies: ["KeychainDaemon", "CLinuxKeychain"]),
        .target(
            name: "KeychainDaemon",
            dependencies: [
                "KeychainWire", "KeychainService", "KeychainSignature", "KeychainPolicy", "KeychainBus",
                "KeychainModel",
                "CLinuxKeychain",
                .product(name: "Crypto", package: "swift-crypto"),
            ]),
        .target(
            name: "KeychainService",
            dependencies: [
                "KeychainTrust", "KeychainPolicy", "KeychainStore", "KeychainCertificates", "KeychainKeys",
                "KeychainCrypto",
                "KeychainModel", "CLinuxKeychain",
                .product(name: "Crypto", package: "swift-crypto"),
            ]),
        .target(name: "KeychainPolicy", dependencies: ["KeychainModel"]),
        // Files of keys and certificates: PKCS#12, PKCS#7, encrypted PKCS#8 and PEM, OpenSSH.
        .target(
            name: "KeychainFormats",
            dependencies: ["KeychainCertificates", "KeychainKeys", "KeychainOpenSSL", "KeychainModel"]),
        .target(
            name: "KeychainTrust",
            dependencies: [
                "KeychainCertificates", "KeychainModel",
                .product(name: "X509", package: "swift-certificates"),
                .product(name: "SwiftASN1", package: "swift-asn1"),
            ]
        ),
        .target(
            name: "KeychainSignature",
            dependencies: [
                "KeychainTrust", "KeychainPolicy", "KeychainCertificates", "KeychainModel",
                .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "X509", package: "swift-certificates"),
                .product(name: "SwiftASN1", package: "swift-asn1"),
            ]
        ),
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
            ]
        ),
        .target(
            name: "KeychainCertificates",
            dependencies: [
                "KeychainKeys", "KeychainModel",
                .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "CryptoExtras", package: "swift-crypto"),
                .product(name: "SwiftASN1", package: "swift-asn1"),
            ]
        ),
        .target(
            name: "KeychainKeys",
            dependencies: ["KeychainOpenSSL", "KeychainModel", .product(name: "Crypto", package: "swift-crypto")]),
        // The only target that calls OpenSSL: keys, digests and ciphers as Swift's types.
        .target(name: "KeychainOpenSSL", dependencies: ["KeychainModel", "COpenSSL"]),
        .target(name: "KeychainModel", dependencies: ["CLinuxKeychain"]),
        .target(name: "CLinuxKeychain"),
        // Loads libsystemd where the bus is asked for; of libsystemd-dev it needs the headers.
        .target(name: "CSystemd"),
        .systemLibrary(name: "CSodium", pkgConfig: "libsodium", providers: [.apt(["libsodium-dev"])]),
        .target(name: "CSQLite", linkerSettings: [.linkedLibrary("sqlite3")]),
        // Loads libcrypto where one of its functions is called; of libssl-dev it needs the headers.
        .target(name: "COpenSSL"),
        // One test target for each target, and what they share.
        .target(
            name: "TestSupport",
            dependencies: [
                "KeychainClient", "KeychainService", "KeychainTrust", "KeychainCertificates", "KeychainPresence",
                "KeychainModel",
            ],
            path: "Tests/Support"),
        .target(
            name: "SecurityTestSupport",
            dependencies: [
                "Security", "CLinuxKeychain", "KeychainClient", "KeychainDaemon", "KeychainService", "KeychainTrust",
                "KeychainModel", "LocalAuthentication",
                "TestSupport",
            ],
            path: "Tests/SecuritySupport"),
        .executableTarget(name: "ItemProbe", dependencies: ["Security"], path: "Tests/Tools/ItemProbe"),
        .executableTarget(name: "KeyProbe", dependencies: ["Security"], path: "Tests/Tools/KeyProbe"),
        .executableTarget(
            name: "PresenceProbe", dependencies: ["LocalAuthentication", "Security"], path: "Tests/Tools/PresenceProbe"),
        .testTarget(name: "KeychainModelTests", dependencies: ["KeychainModel", "TestSupport"]),
        .testTarget(
            name: "KeychainCryptoTests",
            dependencies: [
                "KeychainCrypto", "KeychainModel", "TestSupport",
                .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "CryptoExtras", package: "swift-crypto"),
            ]),
        .testTarget(
            name: "KeychainPresenceTests", dependencies: ["KeychainPresence", "KeychainModel", "TestSupport"]),
        .testTarget(name: "KeychainWireTests", dependencies: ["KeychainWire", "KeychainModel", "TestSupport"]),
        .testTarget(
            name: "KeychainDaemonTests",
            dependencies: [
                "KeychainDaemon", "KeychainSignature", "KeychainPolicy", "KeychainWire", "KeychainClient",
                "KeychainService", "KeychainModel", "CLinuxKeychain", "TestSupport",
            ]),
        .testTarget(
            name: "KeychainKeysTests",
            dependencies: ["KeychainKeys", "KeychainCertificates", "KeychainOpenSSL", "KeychainModel", "TestSupport"]),
        .testTarget(
            name: "KeychainCertificatesTests", dependencies: ["KeychainCertificates", "KeychainModel", "TestSupport"]),
        .testTarget(
            name: "SecurityToolTests",
            dependencies: [
                "SecurityTool", "LatchkeyTool", "KeychainTooling", "Security", "KeychainQuery", "KeychainClient",
                "KeychainTrust", "KeychainCertificates", "KeychainModel", "TestSupport", "ItemProbe",
                .product(name: "Crypto", package: "swift-crypto"),
            ],
            exclude: ["Transcripts"]),
        .testTarget(
            name: "KeychainStoreTests",
            dependencies: [
                "KeychainStore", "KeychainCrypto", "KeychainModel", "TestSupport",
            ]),
        .testTarget(
            name: "KeychainTrustTests",
            dependencies: ["KeychainTrust", "KeychainCertificates", "KeychainModel", "TestSupport"]),
        .testTarget(
            name: "KeychainFormatsTests",
            dependencies: [
                "KeychainFormats", "KeychainCertificates", "KeychainOpenSSL", "KeychainModel", "TestSupport",
            ]),
        .testTarget(name: "KeychainOpenSSLTests", dependencies: ["KeychainOpenSSL", "KeychainModel", "TestSupport"]),
        .testTarget(
            name: "CodesignToolTests",
            dependencies: ["CodesignTool", "KeychainFormats", "KeychainSignature", "KeychainModel", "TestSupport"]),
        .testTarget(
            name: "KeychainSignatureTests",
            dependencies: [
                "KeychainSignature", "KeychainPolicy", "KeychainTrust", "KeychainCertificates", "KeychainModel",
                "TestSupport",
                .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "X509", package: "swift-certificates"),
                .product(name: "SwiftASN1", package: "swift-asn1"),
            ]),
        .testTarget(name: "KeychainPolicyTests", dependencies: ["KeychainPolicy", "KeychainModel", "TestSupport"]),
        .testTarget(
            name: "KeychainServiceTests",
            dependencies: [
                "KeychainService", "KeychainClient", "KeychainStore", "KeychainCrypto", "KeychainModel", "TestSupport",
                .product(name: "Crypto", package: "swift-crypto"),
            ]),
        .target(name: "CFaultVFS", dependencies: ["CSQLite"], path: "Tests/CFaultVFS"),
        .testTarget(
            name: "FaultTests",
            dependencies: [
                "CFaultVFS", "KeychainService", "KeychainClient", "KeychainStore", "KeychainCrypto", "KeychainModel",
                "TestSupport",
            ]),
        .testTarget(name: "KeychainQueryTests", dependencies: ["KeychainQuery", "KeychainModel", "TestSupport"]),
        .testTarget(name: "KeychainClientTests", dependencies: ["KeychainClient", "KeychainModel", "TestSupport"]),
        .testTarget(name: "CFTypesTests", dependencies: ["CFTypes"]),
        .testTarget(
            name: "LocalAuthenticationTests",
            dependencies: [
                "LocalAuthentication", "Security", "CFTypes", "KeychainClient", "KeychainModel", "TestSupport",
            ]),
        .testTarget(
            name: "SecurityTests",
            dependencies: [
                "Security", "KeychainClient", "KeychainTrust", "KeychainCertificates", "KeychainModel", "TestSupport",
                "SecurityTestSupport",
                .product(name: "Crypto", package: "swift-crypto"),
            ]
        ),
        // The rules of the four calls, by number, over every transport.
        .testTarget(
            name: "ConformanceTests",
            dependencies: [
                "Security", "KeychainCertificates", "KeychainStore", "SecurityTestSupport", "TestSupport", "ItemProbe",
            ],
            exclude: ["rules.txt"]),
    ],
    swiftLanguageModes: [.v6]
)

/// The fuzzers, in Fuzz, and what they read besides FuzzSupport.
let fuzzers: KeyValuePairs<String, [Target.Dependency]> = [
    "FuzzSealedBlob": ["KeychainCrypto", "KeychainModel"],
    "FuzzKeybag": ["KeychainCrypto", "KeychainModel"],
    "FuzzItem": ["KeychainStore", "KeychainCrypto", "KeychainModel"],
    "FuzzCSV": ["LatchkeyTool", "KeychainModel"],
    "FuzzQuery": ["Security", "CFTypes", "KeychainQuery", "KeychainClient", "KeychainModel"],
    "FuzzCertificate": ["Security", "KeychainCertificates", "KeychainModel"],
    "FuzzKeyData": ["KeychainCertificates", "KeychainKeys", "KeychainModel"],
    "FuzzKeyWork": ["KeychainCertificates", "KeychainKeys", "KeychainModel"],
    "FuzzKeyFile": ["SecurityTool", "KeychainFormats", "KeychainCertificates", "KeychainModel"],
    "FuzzSignature": ["KeychainSignature", "KeychainPolicy", "KeychainModel"],
    "FuzzTrust": ["KeychainTrust", "KeychainCertificates", "KeychainModel"],
    "FuzzDynamicNames": ["KeychainSignature"],
    "FuzzProcess": ["KeychainDaemon"],
    "FuzzWire": ["KeychainWire", "KeychainModel"],
    "FuzzAssuan": ["KeychainPresence", "KeychainModel"],
]

/// The kind that libFuzzer reads. Executables that are no fuzzers ignore it.
let coverage = "edge,indirect-calls,trace-cmp,inline-8bit-counters,pc-table"

/// The suites that use threads, tasks or a daemon most; `scripts/sanitize --all thread` builds and runs the others too.
let threadedTests: Set = [
    "KeychainModelTests", "KeychainPresenceTests", "KeychainDaemonTests", "KeychainKeysTests", "KeychainStoreTests",
    "KeychainTrustTests", "KeychainServiceTests", "KeychainClientTests", "LocalAuthenticationTests",
    "ConformanceTests",
]

switch sanitizer {
case "address":
    package.targets.append(.target(name: "FuzzSupport", dependencies: ["KeychainModel"], path: "Fuzz/FuzzSupport"))
    for (name, dependencies) in fuzzers {
        package.targets.append(
            .executableTarget(
                name: name, dependencies: ["FuzzSupport"] + dependencies, path: "Fuzz/\(name)",
                linkerSettings: [.unsafeFlags(["-sanitize=fuzzer", "-use-ld=lld"])]))
    }
    for target in package.targets where target.type != .system {
        // What is tested is optimised: in a release unsafe buffers have no bounds. Tests are not, which would take long.
        target.swiftSettings = [
            .unsafeFlags(
                target.type == .test
                    ? ["-Onone"]
                    : ["-enable-testing", "-sanitize-coverage=\(coverage)"]
            )
        ]
    }
case "thread":
    package.targets.removeAll { $0.type == .test && !threadedTests.contains($0.name) }
default: break
}

/// Set to "error" by CI. CFTypes is left out: it restates a conformance that Foundation declares unavailable, and there is no
/// spelling of that without a warning.
let warningsAreErrors = Context.environment["LATCHKEY_WARNINGS"] == "error"

for target in package.targets where target.type != .system && target.type != .plugin {
    target.swiftSettings =
        (target.swiftSettings ?? []) + [
            .enableUpcomingFeature("ExistentialAny"),
            .enableUpcomingFeature("InternalImportsByDefault"),
            .enableUpcomingFeature("MemberImportVisibility"),
            .enableExperimentalFeature("Lifetimes"),
            .strictMemorySafety(),
        ] + (warningsAreErrors && target.name != "CFTypes" ? [.treatAllWarnings(as: .error)] : [])
}
