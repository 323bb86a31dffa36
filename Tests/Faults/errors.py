"""The errors that are injected into each system call.

`close` is not among them: the kernel closes the descriptor even if it reports an error, but strace leaves out the call.
`getdents64` has no ENOENT, which the C library takes for the end of the folder.
Calls for memory and between threads (mmap, futex, rt_sig*) are left out too: the libraries that make them end the
process.
"""
from __future__ import annotations

_OPENING = "EIO EMFILE ENFILE ENOMEM EACCES EPERM EROFS ENOSPC EDQUOT EINTR"
_NAMING = "EIO ENOSPC EDQUOT EACCES EPERM EROFS ENOMEM"
_WRITING = "EIO ENOSPC EDQUOT EINTR EPERM"
_STARTING = "EAGAIN ENOMEM EPERM"
_DESCRIPTORS = "EMFILE ENFILE ENOMEM"

BY_CALL: dict[str, list[str]] = {
    call: errors.split()
    for calls, errors in {
        "openat open creat": _OPENING,
        "read pread64": "EIO EINTR ENOMEM",
        "readv": "EIO EINTR",
        "write pwrite64": _WRITING,
        "writev sendfile": _WRITING,
        "rename renameat renameat2": _NAMING + " EXDEV",
        "link linkat": _NAMING + " EMLINK",
        "symlink symlinkat mkdir mkdirat": _NAMING,
        "unlink unlinkat rmdir": "EIO EACCES EPERM EROFS EBUSY ENOMEM",
        "fsync fdatasync": "EIO ENOSPC EDQUOT EINTR EROFS",
        "ftruncate fallocate": "EIO ENOSPC EDQUOT EINTR EPERM",
        "chmod fchmod fchmodat utimensat": "EIO EPERM EROFS",
        "flock": "EINTR EWOULDBLOCK ENOLCK",
        "fcntl": "EAGAIN EMFILE ENOLCK EINTR",
        "getdents64": "EIO ENOMEM",
        "statx newfstatat fstat stat lstat": "EIO ENOMEM EACCES",
        "access faccessat faccessat2 readlink readlinkat": "EIO ENOMEM EACCES",
        "getcwd chdir": "ENOMEM EACCES ENOENT",
        "lseek": "EIO",
        "copy_file_range": "EIO ENOSPC EXDEV ENOSYS EOPNOTSUPP",
        "ioctl": "ENOTTY EIO EOPNOTSUPP",
        "clone clone3 vfork fork": _STARTING + " ENOSYS",
        "execve": "ENOMEM EACCES EIO ENOENT",
        "wait4 waitid": "EINTR",
        "pidfd_open": _DESCRIPTORS + " ENOSYS EPERM",
        "pipe2 eventfd2 timerfd_create epoll_create1": _DESCRIPTORS,
        "memfd_create": _DESCRIPTORS + " ENOSYS",
        "dup": "EMFILE",
        "poll ppoll": "EINTR ENOMEM",
        "epoll_ctl": "ENOMEM ENOSPC",
        "epoll_wait epoll_pwait epoll_pwait2": "EINTR",
        "timerfd_settime": "EINVAL",
        "socket": _DESCRIPTORS + " EACCES EAFNOSUPPORT",
        "connect": "ECONNREFUSED ETIMEDOUT ENETUNREACH EINTR EACCES EADDRNOTAVAIL",
        "sendto sendmsg": "ECONNRESET EPIPE EINTR ENOMEM ENOBUFS",
        "recvfrom recvmsg": "ECONNRESET ETIMEDOUT EINTR ENOMEM",
        "getrandom": "EINTR ENOSYS",
    }.items()
    for call in calls.split()
}

# A caller may retry these forever, so they strike once. A lock that another process holds for ever is no fault either.
ONCE = {"EINTR", "EWOULDBLOCK"}

# Calls by which Dispatch, the library under Swift's tasks, gets its threads and its event loop: it waits without end, or crashes, if they fail
# when it is at work. relctl tries them when it starts, so that they strike from their first on.
AT_START = {"clone3", "epoll_create1", "epoll_ctl", "eventfd2"}

# Calls whose errors git does not report. A file whose status git cannot read counts as changed, and a folder that it
# cannot read as ended. git waits forever for a child if fcntl, which never fails there, could not mark a descriptor,
# and for input if poll always fails.
NOT_IN_GIT = {"statx", "newfstatat", "fstat", "stat", "lstat", "getdents64", "fcntl", "poll"}
