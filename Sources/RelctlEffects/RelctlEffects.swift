// The system as relctl sees it: files, processes, time, HTTP and libraries, each behind a protocol.

@_exported public import RelctlValues
