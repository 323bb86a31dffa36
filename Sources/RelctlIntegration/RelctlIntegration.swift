// Continuous integration: what a configuration says of machines and jobs, and the text of workflows.

@_exported public import RelctlProject
