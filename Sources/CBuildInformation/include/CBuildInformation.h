/// What this copy of relctl was built from.
///
/// `BuildCommit.h` is written by `generate.sh` beside this folder and ignored by git: a build that wants to name its
/// commit writes it first, any other build does without and says `unknown`. No build step reads git by itself, so
/// the same sources always give the same program.
#ifndef RELCTL_BUILD_INFORMATION_H
#define RELCTL_BUILD_INFORMATION_H

#if __has_include("BuildCommit.h")
#include "BuildCommit.h"
#endif

/// The full hexadecimal commit, or an empty string where it is not known.
const char *relctl_build_commit(void);

/// The commit's date as `YYYY-MM-DD` in UTC, or an empty string where it is not known.
const char *relctl_build_commit_date(void);

#endif
