// swift-tools-version: 6.2

import PackageDescription

let package = Package(
    name: "custom-relctl",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "relctl", path: "../..")],
    targets: [
        .executableTarget(
            name: "acme-relctl",
            dependencies: [
                .product(name: "RelctlCLI", package: "relctl"), .product(name: "RelctlCore", package: "relctl"),
            ]
        )
    ]
)
