#include "CBuildInformation.h"

#ifndef RELCTL_BUILD_COMMIT
#define RELCTL_BUILD_COMMIT ""
#endif
#ifndef RELCTL_BUILD_COMMIT_DATE
#define RELCTL_BUILD_COMMIT_DATE ""
#endif

const char *relctl_build_commit(void) { return RELCTL_BUILD_COMMIT; }

const char *relctl_build_commit_date(void) { return RELCTL_BUILD_COMMIT_DATE; }
