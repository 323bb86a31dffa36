// Publishing to container registries: images and charts, pushed from where a release has them.

@_exported public import RelctlCharts
@_exported public import RelctlPublishing
