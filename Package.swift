// swift-tools-version: 6.2

import PackageDescription

/// Every Swift target is compiled with these: the language's coming defaults now, and no warning let through.
let strict: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
    .enableUpcomingFeature("InferIsolatedConformances"),
    .treatAllWarnings(as: .error),
]

/// Targets whose tests are a target of their own; those of the others are in `RelctlCoreTests`.
let testedByThemselves = [
    "RelctlArchives", "RelctlCharts", "RelctlEffects", "RelctlForges", "RelctlGit", "RelctlImages", "RelctlManifests",
    "RelctlNotes", "RelctlPublishing", "RelctlRegistries", "RelctlText", "RelctlVersioning", "RelctlWorkspaces",
]

let package = Package(
    name: "relctl",
    platforms: [.macOS(.v15)],
    products: [
        .executable(name: "relctl", targets: ["relctl"]),
        .library(name: "RelctlCLI", targets: ["RelctlCLI"]),
        .library(name: "RelctlCore", targets: ["RelctlCore"]),
    ],
    targets: [
        .systemLibrary(
            name: "CArchive",
            pkgConfig: "libarchive",
            providers: [.apt(["libarchive-dev"]), .brew(["libarchive"])]
        ),
        .systemLibrary(
            name: "CZlib",
            pkgConfig: "zlib",
            providers: [.apt(["zlib1g-dev"]), .brew(["zlib"])]
        ),
        .target(name: "CSHA256", cSettings: [.treatAllWarnings(as: .error)]),
        .target(
            name: "CSystem",
            cSettings: [.treatAllWarnings(as: .error)],
            linkerSettings: [.linkedLibrary("dl", .when(platforms: [.linux]))]
        ),
        // The interface of connectors that are libraries, for whoever writes one: a header, and proof that it stays.
        .target(name: "CConnector", cSettings: [.treatAllWarnings(as: .error)]),
        // libcurl is loaded by the first request that is sent: nothing of it is needed to build, or to run without one.
        .target(
            name: "CCurl",
            cSettings: [.treatAllWarnings(as: .error)],
            linkerSettings: [.linkedLibrary("dl", .when(platforms: [.linux]))]
        ),
        .target(name: "CBuildInformation", cSettings: [.treatAllWarnings(as: .error)]),
        .target(name: "RelctlValues", dependencies: ["CSHA256"], swiftSettings: strict),
        .target(
            name: "RelctlEffects",
            dependencies: ["CConnector", "CCurl", "CSystem", "RelctlValues"],
            swiftSettings: strict
        ),
        .target(
            name: "RelctlArchives",
            dependencies: ["CArchive", "CZlib", "RelctlEffects"],
            swiftSettings: strict
        ),
        .target(name: "RelctlGit", dependencies: ["RelctlEffects"], swiftSettings: strict),
        .target(name: "RelctlText", dependencies: ["RelctlEffects"], swiftSettings: strict),
        .target(name: "RelctlManifests", dependencies: ["RelctlText"], swiftSettings: strict),
        .target(name: "RelctlRegistries", dependencies: ["RelctlText"], swiftSettings: strict),
        .target(name: "RelctlProject", dependencies: ["RelctlGit", "RelctlText"], swiftSettings: strict),
        .target(name: "RelctlBinaries", dependencies: ["RelctlEffects"], swiftSettings: strict),
        .target(
            name: "RelctlConnectors",
            dependencies: ["CConnector", "CSystem", "RelctlArchives", "RelctlBinaries", "RelctlProject"],
            swiftSettings: strict
        ),
        .target(name: "RelctlPackaging", dependencies: ["RelctlConnectors"], swiftSettings: strict),
        .target(name: "RelctlSigning", dependencies: ["RelctlConnectors"], swiftSettings: strict),
        .target(
            name: "RelctlCharts",
            dependencies: ["RelctlManifests", "RelctlPackaging", "RelctlRegistries", "RelctlSigning"],
            swiftSettings: strict
        ),
        .target(name: "RelctlPublishing", dependencies: ["RelctlConnectors"], swiftSettings: strict),
        .target(name: "RelctlForges", dependencies: ["RelctlPublishing"], swiftSettings: strict),
        .target(
            name: "RelctlPushing",
            dependencies: ["RelctlCharts", "RelctlPublishing"],
            swiftSettings: strict
        ),
        .target(
            name: "RelctlBuilding",
            dependencies: ["RelctlConnectors", "RelctlManifests"],
            swiftSettings: strict
        ),
        .target(name: "RelctlNotes", dependencies: ["RelctlPackaging"], swiftSettings: strict),
        .target(
            name: "RelctlVersioning",
            dependencies: ["RelctlManifests", "RelctlNotes"],
            swiftSettings: strict
        ),
        .target(
            name: "RelctlImages",
            dependencies: ["RelctlPackaging", "RelctlRegistries"],
            swiftSettings: strict
        ),
        .target(
            name: "RelctlDistribution",
            dependencies: ["RelctlBuilding", "RelctlImages"],
            swiftSettings: strict
        ),
        .target(name: "RelctlIntegration", dependencies: ["RelctlProject"], swiftSettings: strict),
        .target(
            name: "RelctlWorkspaces",
            dependencies: ["RelctlForges", "RelctlIntegration", "RelctlRegistries", "RelctlVersioning"],
            swiftSettings: strict
        ),
        .target(
            name: "RelctlCore",
            dependencies: [
                "RelctlDistribution", "RelctlForges", "RelctlIntegration", "RelctlPushing", "RelctlVersioning",
            ],
            swiftSettings: strict
        ),
        .target(
            name: "RelctlCLI",
            dependencies: ["CBuildInformation", "RelctlCore", "RelctlWorkspaces"],
            swiftSettings: strict
        ),
        .executableTarget(name: "relctl", dependencies: ["RelctlCLI"], swiftSettings: strict),
        .target(
            name: "TestSupport",
            dependencies: ["CSystem", "RelctlCore"],
            path: "Tests/TestSupport",
            swiftSettings: strict
        ),
        // The encoder by itself, for Tests/Benchmarks/deflate.sh; no product of this package.
        .executableTarget(
            name: "DeflateBenchmark",
            dependencies: ["RelctlCore"],
            path: "Tests/Benchmarks/DeflateBenchmark",
            swiftSettings: strict
        ),
        .testTarget(
            name: "RelctlCoreTests",
            dependencies: ["RelctlCore", "TestSupport"],
            swiftSettings: strict
        ),
        .testTarget(
            name: "RelctlCLITests",
            dependencies: ["RelctlCLI", "TestSupport", "relctl"],
            exclude: ["Snapshots"],
            swiftSettings: strict
        ),
        .testTarget(
            name: "EndToEndTests",
            dependencies: ["RelctlCLI", "TestSupport", "relctl"],
            swiftSettings: strict
        ),
    ]
        + testedByThemselves.map { name in
            .testTarget(
                name: name + "Tests",
                dependencies: [.target(name: name), "RelctlCore", "TestSupport"],
                swiftSettings: strict
            )
        },
    swiftLanguageModes: [.v6]
)
