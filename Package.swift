// swift-tools-version: 6.2
// SPDX-License-Identifier: Apache-2.0

import PackageDescription

/// Set by scripts/sanitize and scripts/fuzz: "address", "thread" for the suites that use threads, or "thread-all". The
/// runtimes of the sanitizers cannot be linked statically. The fuzzers are targets of builds with the address sanitizer
/// only.
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
        .library(name: "SecurityDoor", type: .static, targets: ["LatchkeyCDoor"]),
        .executable(name: "security", targets: ["LatchkeySecurityMain"]),
        .executable(name: "latchkey", targets: ["LatchkeyMain"]),
        .executable(name: "codesign", targets: ["LatchkeyCodesignTool"]),
        .executable(name: "keychaind", targets: ["LatchkeyKeychaind"]),
        .executable(name: "script-launcher", targets: ["LatchkeyScriptLauncher"]),
        .executable(name: "secure-loader", targets: ["LatchkeySecureLoader"]),
        .executable(name: "debuggable-loader", targets: ["LatchkeyDebuggableLoader"]),
        .executable(name: "exec-witness", targets: ["LatchkeyExecWitness"]),
        .executable(name: "latchkey-session", targets: ["LatchkeySession"]),
    ],
    traits: [
        .trait(name: "Embedded", description: "The keychain runs inside the program when no daemon is configured."),
        .default(enabledTraits: ["Embedded"]),
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-crypto", from: "4.5.2"),
        .package(url: "https://github.com/apple/swift-asn1", from: "1.7.4"),
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    ],
    targets: [
        // The floors, top to bottom: a target imports only what is on its own floor or below. `scripts/check-floors`
        // proves it.

        // FrontEnds: what people and programs call.

        // An executable cannot be linked with another one: what tests and fuzzers use of a command is in a library.
        .executableTarget(
            name: "LatchkeySecurityMain", dependencies: ["LatchkeySecurityTool"],
            path: "Sources/FrontEnds/LatchkeySecurityMain"),
        .executableTarget(name: "LatchkeyMain", dependencies: ["LatchkeyTool"], path: "Sources/FrontEnds/LatchkeyMain"),
        .target(
            name: "LatchkeySecurityTool",
            dependencies: [
                "LatchkeyTooling", "LatchkeyObjects", "LatchkeyQuery", "LatchkeyComposition", "LatchkeyClient",
                "LatchkeySignature", "LatchkeyTrust",
                "LatchkeyFormats", "LatchkeyCertificates", "LatchkeyModel", "LatchkeyPlatform", "CLatchkeyLinux",
            ],
            path: "Sources/FrontEnds/LatchkeySecurityTool"),
        .target(
            name: "LatchkeyTool",
            dependencies: [
                "LatchkeyTooling", "LatchkeyPresence", "LatchkeyComposition", "LatchkeyClient", "LatchkeySignature",
                "LatchkeyFormats", "LatchkeyService",
                "LatchkeyCertificates", "LatchkeyModel", "LatchkeyTPM", "LatchkeyPlatform", "CLatchkeyLinux",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
                .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "SwiftASN1", package: "swift-asn1"),
            ],
            path: "Sources/FrontEnds/LatchkeyTool"),
        .executableTarget(
            name: "LatchkeyCodesignTool",
            dependencies: [
                "LatchkeyTooling", "LatchkeyClient", "LatchkeySignature", "LatchkeyFormats",
                "LatchkeyTrust", "LatchkeyCertificates", "LatchkeyModel", "LatchkeyPlatform", "CLatchkeyLinux",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
                .product(name: "Crypto", package: "swift-crypto"),
            ],
            path: "Sources/FrontEnds/LatchkeyCodesignTool"),
        .target(
            name: "LatchkeyTooling",
            dependencies: [
                "LatchkeyClient", "LatchkeyModel", "LatchkeyTPM", "LatchkeyPlatform", "CLatchkeyLinux",
            ],
            path: "Sources/FrontEnds/LatchkeyTooling"),
        .target(
            name: "Security",
            dependencies: [
                "LatchkeyCFTypes", "LatchkeyObjects", "LatchkeyQuery", "LatchkeyComposition", "LatchkeyClient",
                "LatchkeyTrust", "LatchkeyFormats",
                "LatchkeyCertificates", "LatchkeyKeys", "LatchkeyOpenSSL", "LatchkeyModel", "LatchkeyPlatform",
            ],
            path: "Sources/FrontEnds/Security"),
        .target(
            name: "LocalAuthentication",
            dependencies: [
                "LatchkeyCFTypes", "LatchkeyComposition", "LatchkeyClient", "LatchkeyModel", "LatchkeyPlatform",
            ],
            path: "Sources/FrontEnds/LocalAuthentication"),
        // The module Security for C: what libSecurity.so is made of.
        .target(
            name: "LatchkeyCDoor", dependencies: ["Security", "LatchkeyCFTypes", "CLatchkeyDoor"],
            path: "Sources/FrontEnds/LatchkeyCDoor"),
        .target(name: "CoreFoundation", dependencies: ["LatchkeyCFTypes"], path: "Sources/FrontEnds/CoreFoundation"),
        .target(name: "LatchkeyCFTypes", path: "Sources/FrontEnds/LatchkeyCFTypes"),

        // Objects: what the front ends share.

        // What the four calls and `security item` read: dictionaries without objects.
        .target(
            name: "LatchkeyQuery", dependencies: ["LatchkeyCertificates", "LatchkeyModel", "LatchkeyPlatform"],
            path: "Sources/Objects/LatchkeyQuery"),
        .target(
            name: "LatchkeyObjects",
            dependencies: [
                "LatchkeyClient", "LatchkeyTrust", "LatchkeyFormats", "LatchkeyCertificates", "LatchkeyKeys",
                "LatchkeyModel", "LatchkeyPlatform",
            ],
            path: "Sources/Objects/LatchkeyObjects"),

        // Reach: the ways to the keychain, in the process or through the daemon; the user, and other services of the
        // machine.

        // The daemon: beside the client, above the service; it meets the client in LatchkeyWire alone.
        .executableTarget(
            name: "LatchkeyKeychaind", dependencies: ["LatchkeyDaemon", "CLatchkeyLinux"],
            path: "Sources/Reach/LatchkeyKeychaind"),
        .target(
            name: "LatchkeyDaemon",
            dependencies: [
                "LatchkeyWire", "LatchkeySecretService", "LatchkeyService", "LatchkeyPolicy", "LatchkeySignature",
                "LatchkeyBus", "LatchkeyModel", "LatchkeyTPM", "LatchkeyPlatform", "CLatchkeyLinux",
                .product(name: "Crypto", package: "swift-crypto"),
            ],
            path: "Sources/Reach/LatchkeyDaemon"),
        // The Secret Service of freedesktop.org, without the bus: calls in, answers, signals and questions out.
        .target(
            name: "LatchkeySecretService",
            dependencies: [
                "LatchkeyBus", "LatchkeyService", "LatchkeyPolicy", "LatchkeyCrypto", "LatchkeyOpenSSL",
                "LatchkeyModel", "LatchkeyPlatform",
            ],
            path: "Sources/Reach/LatchkeySecretService"),
        // What front ends start from. The trait decides one thing: whether the keychain in the process is linked.
        .target(
            name: "LatchkeyComposition",
            dependencies: [
                "LatchkeyClient", .target(name: "LatchkeyEmbedded", condition: .when(traits: ["Embedded"])),
                "LatchkeyPlatform",
            ],
            path: "Sources/Reach/LatchkeyComposition"),
        .target(
            name: "LatchkeyEmbedded",
            dependencies: [
                "LatchkeyClient", "LatchkeyService", "LatchkeyTrust", "LatchkeyPresence", "LatchkeyBus",
                "LatchkeyModel", "LatchkeyPlatform",
            ],
            path: "Sources/Reach/LatchkeyEmbedded"),
        .target(
            name: "LatchkeyClient",
            dependencies: ["LatchkeyWire", "LatchkeyModel", "LatchkeyPlatform", "CLatchkeyLinux"],
            path: "Sources/Reach/LatchkeyClient"),
        // Asks the user, by pinentry or by the prompter of a desktop: for the daemon in its agent, for a keychain in
        // the process in that process.
        .target(
            name: "LatchkeyPresence",
            dependencies: [
                "LatchkeyBus", "LatchkeyCrypto", "LatchkeyOpenSSL", "LatchkeyModel", "LatchkeyPlatform",
                "CLatchkeyLinux",
            ],
            path: "Sources/Reach/LatchkeyPresence"),
        // What other services of the machine say, over the system's D-Bus: logind, and fprintd for fingers.
        .target(
            name: "LatchkeyBus",
            dependencies: [
                "LatchkeyModel", "LatchkeyPlatform", "CLatchkeySystemd", "CLatchkeyLinux",
                .product(name: "Crypto", package: "swift-crypto"),
            ],
            path: "Sources/Reach/LatchkeyBus"),
        .target(
            name: "LatchkeyWire", dependencies: ["LatchkeyModel", "LatchkeyPlatform"],
            path: "Sources/Reach/LatchkeyWire"),

        // Engine: one request is decided and done.

        .target(
            name: "LatchkeyService",
            dependencies: [
                "LatchkeyTrust", "LatchkeyPolicy", "LatchkeyStore", "LatchkeyBackup", "LatchkeyCertificates",
                "LatchkeyKeys", "LatchkeyCrypto", "LatchkeyModel", "LatchkeyTPM", "LatchkeyPlatform", "CLatchkeyLinux",
                .product(name: "Crypto", package: "swift-crypto"),
            ],
            path: "Sources/Engine/LatchkeyService"),
        // The file of a backup, without a keychain: entries in and bytes out, and the other way.
        .target(
            name: "LatchkeyBackup",
            dependencies: [
                "LatchkeyCrypto", "LatchkeyModel", "LatchkeyPlatform",
                .product(name: "Crypto", package: "swift-crypto"),
            ],
            path: "Sources/Engine/LatchkeyBackup"),
        .target(
            name: "LatchkeyStore",
            dependencies: [
                "LatchkeyPolicy", "LatchkeyCrypto", "LatchkeyModel", "LatchkeyTPM", "LatchkeyPlatform",
                "CLatchkeySQLite", "CLatchkeyLinux",
                .product(name: "Crypto", package: "swift-crypto"),
            ],
            path: "Sources/Engine/LatchkeyStore"),
        .target(
            name: "LatchkeyCrypto",
            dependencies: [
                "LatchkeyModel", "LatchkeyPlatform", "CLatchkeySodium", "CLatchkeyLinux",
                .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "CryptoExtras", package: "swift-crypto"),
            ],
            path: "Sources/Engine/LatchkeyCrypto"),
        .target(
            name: "LatchkeyPolicy", dependencies: ["LatchkeyCertificates", "LatchkeyModel", "LatchkeyPlatform"],
            path: "Sources/Engine/LatchkeyPolicy"),

        // Trust: whom a certificate or a signature is of.

        .target(
            name: "LatchkeySignature",
            dependencies: [
                "LatchkeyTrust", "LatchkeyCertificates", "LatchkeyModel", "LatchkeyPlatform",
                .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "SwiftASN1", package: "swift-asn1"),
            ],
            path: "Sources/Trust/LatchkeySignature"),
        .target(
            name: "LatchkeyTrust",
            dependencies: [
                "LatchkeyCertificates", "LatchkeyModel", "LatchkeyPlatform",
                .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "CryptoExtras", package: "swift-crypto"),
                .product(name: "SwiftASN1", package: "swift-asn1"),
            ],
            path: "Sources/Trust/LatchkeyTrust"),

        // Formats: keys and certificates, and what they do.

        // Files of keys and certificates: PKCS#12, PKCS#7, encrypted PKCS#8 and PEM, OpenSSH; and messages: CMS.
        .target(
            name: "LatchkeyFormats",
            dependencies: [
                "LatchkeyCertificates", "LatchkeyKeys", "LatchkeyOpenSSL", "LatchkeyModel", "LatchkeyPlatform",
                .product(name: "Crypto", package: "swift-crypto"),
            ],
            path: "Sources/Formats/LatchkeyFormats"),
        .target(
            name: "LatchkeyCertificates",
            dependencies: [
                "LatchkeyKeys", "LatchkeyModel", "LatchkeyPlatform",
                .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "CryptoExtras", package: "swift-crypto"),
                .product(name: "SwiftASN1", package: "swift-asn1"),
            ],
            path: "Sources/Formats/LatchkeyCertificates"),
        .target(
            name: "LatchkeyKeys",
            dependencies: [
                "LatchkeyOpenSSL", "LatchkeyModel", "LatchkeyPlatform",
                .product(name: "Crypto", package: "swift-crypto"),
            ],
            path: "Sources/Formats/LatchkeyKeys"),
        // The only target that calls OpenSSL: keys, digests and ciphers as Swift's types.
        .target(
            name: "LatchkeyOpenSSL", dependencies: ["LatchkeyModel", "LatchkeyPlatform", "CLatchkeyOpenSSL"],
            path: "Sources/Formats/LatchkeyOpenSSL"),

        // Model: the vocabulary.

        .target(name: "LatchkeyModel", dependencies: ["LatchkeyPlatform"], path: "Sources/Model/LatchkeyModel"),

        // Platform: the system's calls and libraries.

        // Memory that is wiped, files, threads, and the one error of every target.
        .target(
            name: "LatchkeyPlatform", dependencies: ["CLatchkeyLinux"], path: "Sources/Platform/LatchkeyPlatform"),
        .target(name: "CLatchkeyLinux", path: "Sources/Platform/CLatchkeyLinux"),
        // The TPM of the machine: what it seals, its keys, and its memory.
        .target(
            name: "LatchkeyTPM",
            dependencies: ["LatchkeyPlatform", "CLatchkeyTPM", "CLatchkeyLinux", "CLatchkeySodium"],
            path: "Sources/Platform/LatchkeyTPM"),
        .target(
            name: "CLatchkeySQLite", path: "Sources/Platform/CLatchkeySQLite",
            linkerSettings: [.linkedLibrary("sqlite3")]),
        .systemLibrary(
            name: "CLatchkeySodium", path: "Sources/Platform/CLatchkeySodium", pkgConfig: "libsodium",
            providers: [.apt(["libsodium-dev"])]),
        // Loads libcrypto if one of its functions is called; of libssl-dev it needs the headers.
        .target(name: "CLatchkeyOpenSSL", path: "Sources/Platform/CLatchkeyOpenSSL"),
        // Boxes, constants and errors for C; it calls Core Foundation, which is in Foundation.
        .target(name: "CLatchkeyDoor", path: "Sources/Platform/CLatchkeyDoor"),
        // Loads libsystemd where the bus is asked for; of libsystemd-dev it needs the headers.
        .target(name: "CLatchkeySystemd", path: "Sources/Platform/CLatchkeySystemd"),

        // Loads libtss2 if a TPM is asked for. It needs nothing of libtss2-dev.
        .target(name: "CLatchkeyTPM", path: "Sources/Platform/CLatchkeyTPM"),

        // Small: each stands apart, and has what is on the floor Platform at most.

        // What codesign makes launchers of scripts from. Static, and without Swift's runtime: no loader takes code into
        // it.
        .executableTarget(
            name: "LatchkeyScriptLauncher", dependencies: ["CLatchkeySodium"],
            path: "Sources/Small/LatchkeyScriptLauncher",
            linkerSettings: isSanitized
                ? [] : [.unsafeFlags(["-nostartfiles", "-static-stdlib", "-Xclang-linker", "-static"])]),
        // Hands the session bus of a user to the daemon. Static, as it is setgid: no loader takes code into it.
        .executableTarget(
            name: "LatchkeySession", path: "Sources/Small/LatchkeySession",
            linkerSettings: isSanitized
                ? [] : [.unsafeFlags(["-nostartfiles", "-static-stdlib", "-Xclang-linker", "-static"])]),
        // What codesign has the kernel start before the dynamic linker. It is linked with nothing, and begins where it
        // says itself.
        .executableTarget(
            name: "LatchkeySecureLoader", path: "Sources/Small/LatchkeySecureLoader", cSettings: loaderSettings,
            linkerSettings: loaderLinkerSettings),
        .executableTarget(
            name: "LatchkeyDebuggableLoader", path: "Sources/Small/LatchkeyDebuggableLoader", cSettings: loaderSettings,
            linkerSettings: loaderLinkerSettings),
        // Has the kernel keep what processes execute. What runs there, witness.bpf.c, is compiled by
        // scripts/build-helpers.
        .executableTarget(
            name: "LatchkeyExecWitness", path: "Sources/Small/LatchkeyExecWitness", exclude: ["witness.bpf.c"],
            cSettings: [.define("_GNU_SOURCE")], linkerSettings: [.linkedLibrary("bpf")]),

        // One test target for each target, and what they share.
        .target(
            name: "LatchkeyTestSupport",
            dependencies: [
                "LatchkeyEmbedded", "LatchkeyClient", "LatchkeyService", "LatchkeyTrust", "LatchkeyCertificates",
                "LatchkeyPresence",
                "LatchkeyModel", "LatchkeyPlatform",
            ],
            path: "Tests/Support"),
        .target(
            name: "LatchkeySecurityTestSupport",
            dependencies: [
                "Security", "CLatchkeyLinux", "LatchkeyEmbedded", "LatchkeyClient", "LatchkeyDaemon", "LatchkeyService",
                "LatchkeyTrust",
                "LatchkeyModel", "LatchkeyPlatform", "LocalAuthentication", "LatchkeyTestSupport",
            ],
            path: "Tests/SecuritySupport"),
        .executableTarget(name: "LatchkeyItemProbe", dependencies: ["Security"], path: "Tests/Tools/LatchkeyItemProbe"),
        .executableTarget(name: "LatchkeyKeyProbe", dependencies: ["Security"], path: "Tests/Tools/LatchkeyKeyProbe"),
        .executableTarget(
            name: "LatchkeyServiceItemProbe", dependencies: ["LatchkeyService", "LatchkeyModel", "LatchkeyPlatform"],
            path: "Tests/Tools/LatchkeyServiceItemProbe"),
        .executableTarget(
            name: "LatchkeyServiceTimer", dependencies: ["LatchkeyService", "LatchkeyModel", "LatchkeyPlatform"],
            path: "Tests/Tools/LatchkeyServiceTimer"),
        .executableTarget(
            name: "LatchkeyPresenceProbe", dependencies: ["LocalAuthentication", "Security"],
            path: "Tests/Tools/LatchkeyPresenceProbe"),
        .testTarget(
            name: "LatchkeyModelTests", dependencies: ["LatchkeyModel", "LatchkeyPlatform", "LatchkeyTestSupport"]),
        .testTarget(
            name: "LatchkeyCryptoTests",
            dependencies: [
                "LatchkeyCrypto", "LatchkeyModel", "LatchkeyPlatform", "LatchkeyTestSupport",
                .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "CryptoExtras", package: "swift-crypto"),
            ]),
        .testTarget(
            name: "LatchkeyBackupTests",
            dependencies: [
                "LatchkeyBackup", "LatchkeyCrypto", "LatchkeyModel", "LatchkeyPlatform", "LatchkeyTestSupport",
            ]),
        .testTarget(
            name: "LatchkeyPresenceTests",
            dependencies: [
                "LatchkeyPresence", "LatchkeyBus", "LatchkeyModel", "LatchkeyPlatform", "LatchkeyTestSupport",
            ]),
        .testTarget(
            name: "LatchkeyWireTests",
            dependencies: ["LatchkeyWire", "LatchkeyModel", "LatchkeyPlatform", "LatchkeyTestSupport"]),
        .testTarget(
            name: "LatchkeyDaemonTests",
            dependencies: [
                "LatchkeyDaemon", "LatchkeySignature", "LatchkeyPolicy", "LatchkeyWire", "LatchkeyEmbedded",
                "LatchkeyClient", "LatchkeySecretService",
                "LatchkeyService", "LatchkeyModel", "LatchkeyPlatform", "CLatchkeyLinux", "LatchkeyBus",
                "LatchkeyTestSupport",
            ]),
        .testTarget(
            name: "LatchkeyKeysTests",
            dependencies: [
                "LatchkeyKeys", "LatchkeyCertificates", "LatchkeyOpenSSL", "LatchkeyModel", "LatchkeyPlatform",
                "LatchkeyTestSupport",
            ]),
        .testTarget(
            name: "LatchkeyCertificatesTests",
            dependencies: ["LatchkeyCertificates", "LatchkeyModel", "LatchkeyPlatform", "LatchkeyTestSupport"]),
        .testTarget(
            name: "LatchkeySecretServiceTests",
            dependencies: [
                "LatchkeySecretService", "LatchkeyBus", "LatchkeyService", "LatchkeyPolicy", "LatchkeyOpenSSL",
                "LatchkeyModel", "LatchkeyPlatform", "LatchkeyTestSupport",
            ]),
        .testTarget(
            name: "LatchkeySecurityToolTests",
            dependencies: [
                "LatchkeySecurityTool", "LatchkeyTool", "LatchkeyTooling", "Security", "LatchkeyObjects",
                "LatchkeyQuery", "LatchkeyEmbedded", "LatchkeyClient", "LatchkeyTrust", "LatchkeyCertificates",
                "LatchkeyModel",
                "LatchkeyPlatform",
                "LatchkeyTestSupport",
                "LatchkeyItemProbe",
                .product(name: "Crypto", package: "swift-crypto"),
            ],
            exclude: ["Transcripts"]),
        .testTarget(
            name: "LatchkeyStoreTests",
            dependencies: [
                "LatchkeyStore", "LatchkeyPolicy", "LatchkeyCrypto", "LatchkeyModel", "LatchkeyPlatform",
                "CLatchkeySQLite",
                "LatchkeyTestSupport",
            ]),
        .testTarget(
            name: "LatchkeyTrustTests",
            dependencies: [
                "LatchkeyTrust", "LatchkeyCertificates", "LatchkeyModel", "LatchkeyPlatform", "LatchkeyTestSupport",
                .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "SwiftASN1", package: "swift-asn1"),
            ]),
        .testTarget(
            name: "LatchkeyFormatsTests",
            dependencies: [
                "LatchkeyFormats", "LatchkeyCertificates", "LatchkeyOpenSSL", "LatchkeyModel", "LatchkeyPlatform",
                "LatchkeyTestSupport",
            ]),
        .testTarget(
            name: "LatchkeyOpenSSLTests",
            dependencies: ["LatchkeyOpenSSL", "LatchkeyModel", "LatchkeyPlatform", "LatchkeyTestSupport"]),
        .testTarget(
            name: "LatchkeyCodesignToolTests",
            dependencies: [
                "LatchkeyCodesignTool", "LatchkeyFormats", "LatchkeySignature", "LatchkeyModel", "LatchkeyPlatform",
                "LatchkeyTestSupport",
            ]),
        .testTarget(
            name: "LatchkeySignatureTests",
            dependencies: [
                "LatchkeySignature", "LatchkeyTrust", "LatchkeyCertificates", "LatchkeyModel", "LatchkeyPlatform",
                "LatchkeyTestSupport",
                .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "SwiftASN1", package: "swift-asn1"),
            ]),
        .testTarget(
            name: "LatchkeyPolicyTests",
            dependencies: ["LatchkeyPolicy", "LatchkeyModel", "LatchkeyPlatform", "LatchkeyTestSupport"]),
        .testTarget(
            name: "LatchkeyServiceTests",
            dependencies: [
                "LatchkeyService", "LatchkeyEmbedded", "LatchkeyClient", "LatchkeyPolicy", "LatchkeyStore",
                "LatchkeyCrypto",
                "LatchkeyModel",
                "LatchkeyPlatform",
                "LatchkeyTrust", "LatchkeyTestSupport",
                .product(name: "Crypto", package: "swift-crypto"),
            ]),
        .target(name: "CLatchkeyFaultVFS", dependencies: ["CLatchkeySQLite"], path: "Tests/CLatchkeyFaultVFS"),
        .testTarget(
            name: "FaultTests",
            dependencies: [
                "CLatchkeyFaultVFS", "LatchkeyService", "LatchkeyClient", "LatchkeyStore", "LatchkeyCrypto",
                "LatchkeyModel", "LatchkeyPlatform", "LatchkeyTestSupport",
            ]),
        .testTarget(
            name: "LatchkeyQueryTests",
            dependencies: ["LatchkeyQuery", "LatchkeyModel", "LatchkeyPlatform", "LatchkeyTestSupport"]),
        .testTarget(
            name: "LatchkeyObjectsTests",
            dependencies: [
                "LatchkeyObjects", "LatchkeyFormats", "LatchkeyModel", "LatchkeyPlatform", "LatchkeyTestSupport",
            ]),
        .testTarget(
            name: "LatchkeyClientTests",
            dependencies: [
                "LatchkeyEmbedded", "LatchkeyClient", "LatchkeyModel", "LatchkeyPlatform", "LatchkeyTestSupport",
            ]),
        .testTarget(
            name: "LatchkeyEmbeddedTests",
            dependencies: [
                "LatchkeyEmbedded", "LatchkeyService", "LatchkeyClient", "LatchkeyModel", "LatchkeyPlatform",
                "LatchkeyTestSupport",
            ]),
        .testTarget(
            name: "LatchkeyCompositionTests",
            dependencies: [
                "LatchkeyComposition", "LatchkeyClient", "LatchkeyModel", "LatchkeyPlatform", "LatchkeyTestSupport",
            ]),
        .testTarget(
            name: "LatchkeyBusTests",
            dependencies: ["LatchkeyBus", "LatchkeyModel", "LatchkeyPlatform", "LatchkeyTestSupport"]),
        // Over software TPMs.
        .testTarget(
            name: "LatchkeyTPMTests",
            dependencies: [
                "LatchkeyTPM", "LatchkeyService", "LatchkeyStore", "LatchkeyCrypto", "LatchkeyModel",
                "LatchkeyPlatform", "LatchkeyTestSupport",
                .product(name: "Crypto", package: "swift-crypto"),
            ]),
        .testTarget(name: "LatchkeyPlatformTests", dependencies: ["LatchkeyPlatform", "LatchkeyTestSupport"]),
        .testTarget(
            name: "LatchkeyToolTests",
            dependencies: ["LatchkeyTool", "LatchkeyModel", "LatchkeyPlatform", "LatchkeyTestSupport"]),
        .testTarget(
            name: "LatchkeyToolingTests",
            dependencies: ["LatchkeyTooling", "LatchkeyModel", "LatchkeyPlatform", "LatchkeyTestSupport"]),
        .testTarget(name: "LatchkeyCFTypesTests", dependencies: ["LatchkeyCFTypes"]),
        .testTarget(
            name: "LocalAuthenticationTests",
            dependencies: [
                "LocalAuthentication", "Security", "LatchkeyCFTypes", "LatchkeyClient", "LatchkeyModel",
                "LatchkeyPlatform",
                "LatchkeyTestSupport",
            ]),
        .testTarget(
            name: "SecurityTests",
            dependencies: [
                "Security", "LatchkeyObjects", "LatchkeyEmbedded", "LatchkeyClient", "LatchkeyTrust",
                "LatchkeyCertificates", "LatchkeyFormats", "LatchkeyModel", "LatchkeyPlatform",
                "LatchkeyTestSupport", "LatchkeySecurityTestSupport",
                .product(name: "Crypto", package: "swift-crypto"),
            ]),
        // The rules of the four calls, by number, over every transport.
        .testTarget(
            name: "ConformanceTests",
            dependencies: [
                "Security", "LatchkeyCertificates", "LatchkeyStore", "LatchkeySecurityTestSupport",
                "LatchkeyTestSupport", "LatchkeyItemProbe",
            ],
            exclude: ["rules.txt"]),
    ],
    swiftLanguageModes: [.v6]
)

/// The fuzzers, in Fuzz, and what they read besides FuzzSupport.
let fuzzers: KeyValuePairs<String, [Target.Dependency]> = [
    "FuzzSealedBlob": ["LatchkeyCrypto", "LatchkeyModel", "LatchkeyPlatform"],
    "FuzzKeybag": ["LatchkeyCrypto", "LatchkeyModel", "LatchkeyPlatform"],
    "FuzzDeviceKey": ["LatchkeyStore", "LatchkeyModel", "LatchkeyPlatform"],
    "FuzzSealedKey": [
        "LatchkeyStore", "LatchkeyCrypto", "LatchkeyTPM", "LatchkeyModel", "LatchkeyPlatform",
        .product(name: "Crypto", package: "swift-crypto"),
    ],
    "FuzzItem": ["LatchkeyStore", "LatchkeyCrypto", "LatchkeyModel", "LatchkeyPlatform"],
    "FuzzCSV": ["LatchkeyTool", "LatchkeyModel", "LatchkeyPlatform"],
    "FuzzQuery": [
        "Security", "LatchkeyCFTypes", "LatchkeyObjects", "LatchkeyQuery", "LatchkeyComposition", "LatchkeyClient",
        "LatchkeyModel", "LatchkeyPlatform",
    ],
    "FuzzC": ["LatchkeyCDoor"],
    "FuzzCertificate": ["Security", "LatchkeyCertificates", "LatchkeyModel", "LatchkeyPlatform"],
    "FuzzBackup": ["LatchkeyBackup", "LatchkeyCrypto", "LatchkeyModel", "LatchkeyPlatform"],
    "FuzzKeyData": ["LatchkeyCertificates", "LatchkeyKeys", "LatchkeyModel", "LatchkeyPlatform"],
    "FuzzKeyWork": ["LatchkeyCertificates", "LatchkeyKeys", "LatchkeyModel", "LatchkeyPlatform"],
    "FuzzKeyFile": [
        "LatchkeyObjects", "LatchkeyFormats", "LatchkeyCertificates", "LatchkeyModel", "LatchkeyPlatform",
    ],
    "FuzzMessage": ["LatchkeyFormats", "LatchkeyCertificates", "LatchkeyModel", "LatchkeyPlatform"],
    "FuzzSignature": ["LatchkeySignature", "LatchkeyModel"],
    "FuzzTrust": ["LatchkeyTrust", "LatchkeyCertificates", "LatchkeyModel", "LatchkeyPlatform"],
    "FuzzDynamicNames": ["LatchkeySignature"],
    "FuzzProcess": ["LatchkeyDaemon"],
    "FuzzWire": ["LatchkeyWire", "LatchkeyModel", "LatchkeyPlatform"],
    "FuzzAssuan": ["LatchkeyPresence", "LatchkeyModel", "LatchkeyPlatform"],
    "FuzzBusAddress": [],
    "FuzzBusFiles": [
        "LatchkeyDaemon", "LatchkeySecretService", "LatchkeyPresence", "LatchkeyPlatform", "CLatchkeyLinux",
    ],
    "FuzzBusFramer": ["LatchkeyBus"],
    "FuzzTOML": ["LatchkeyPolicy", "LatchkeyModel"],
]

/// The kind that libFuzzer reads. Executables that are no fuzzers ignore it.
let coverage = "edge,indirect-calls,trace-cmp,inline-8bit-counters,pc-table"

/// Of the fuzzers that are C. What such a one reads is its own code.
let settingsOfFuzzers: [String: [CSetting]] = [
    "FuzzC": [.headerSearchPath("../../Sources/CHeaders")],
    "FuzzBusAddress": [
        .headerSearchPath("../../Sources/Small/LatchkeySession"), .unsafeFlags(["-fsanitize=fuzzer-no-link"]),
    ],
]

/// The suites that use threads, tasks or a daemon most; `scripts/sanitize --all thread` builds and runs the others too.
let threadedTests: Set = [
    "LatchkeyModelTests", "LatchkeyPresenceTests", "LatchkeyDaemonTests", "LatchkeyKeysTests", "LatchkeyStoreTests",
    "LatchkeyTrustTests", "LatchkeyServiceTests", "LatchkeyClientTests", "LocalAuthenticationTests",
    "ConformanceTests",
]

switch sanitizer {
case "address":
    package.targets.append(
        .target(name: "FuzzSupport", dependencies: ["LatchkeyModel", "LatchkeyPlatform"], path: "Fuzz/FuzzSupport"))
    for (name, dependencies) in fuzzers {
        package.targets.append(
            .executableTarget(
                name: name, dependencies: ["FuzzSupport"] + dependencies, path: "Fuzz/\(name)",
                cSettings: settingsOfFuzzers[name],
                linkerSettings: [.unsafeFlags(["-sanitize=fuzzer", "-use-ld=lld"])]))
    }
    for target in package.targets where target.type != .system {
        // What is tested is optimised: in a release unsafe buffers have no bounds. Tests are not, which would take
        // long.
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

/// Names the test targets that are built, with commas between; all if it is empty. A change of one target is tried in
/// a part of the time.
let wantedTests = Set((Context.environment["LATCHKEY_TESTS"] ?? "").split(separator: ",").map(String.init))
if !wantedTests.isEmpty {
    package.targets.removeAll { $0.type == .test && !wantedTests.contains($0.name) }
}

/// Set to "error" by CI. LatchkeyCFTypes is left out: it restates a conformance that Foundation declares unavailable,
/// and there is no spelling of that without a warning.
let warningsAreErrors = Context.environment["LATCHKEY_WARNINGS"] == "error"

for target in package.targets where target.type != .system && target.type != .plugin {
    target.swiftSettings =
        (target.swiftSettings ?? []) + [
            .enableUpcomingFeature("ExistentialAny"),
            .enableUpcomingFeature("InternalImportsByDefault"),
            .enableUpcomingFeature("MemberImportVisibility"),
            .enableExperimentalFeature("Lifetimes"),
            .strictMemorySafety(),
        ] + (warningsAreErrors && target.name != "LatchkeyCFTypes" ? [.treatAllWarnings(as: .error)] : [])
}
