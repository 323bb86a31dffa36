import RelctlCLI

await RelctlCLI.main()
