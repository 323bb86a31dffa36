import RelctlCLI

RelctlCLI.main()
