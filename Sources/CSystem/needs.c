#define _GNU_SOURCE
#include "CSystem.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <unistd.h>

#ifndef __APPLE__
#include <sys/epoll.h>
#include <sys/eventfd.h>
#endif

enum { descriptors = 12, most_threads = 64 };

/// What Dispatch and one child at a time have open beside the standard streams.
static int try_descriptors(void) {
    int opened[descriptors], count = 0, error = 0;
    while (count < descriptors) {
        int file;
#ifndef __APPLE__
        if (count == 0) file = epoll_create1(EPOLL_CLOEXEC);
        else if (count == 1) file = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
        else
#endif
            file = open("/dev/null", O_RDONLY | O_CLOEXEC);
        if (file < 0) {
            error = errno;
            break;
        }
        opened[count++] = file;
    }
#ifndef __APPLE__
    struct epoll_event event = {.events = EPOLLIN};
    if (error == 0 && epoll_ctl(opened[0], EPOLL_CTL_ADD, opened[1], &event) != 0) error = errno;
#endif
    while (count > 0) close(opened[--count]);
    return error;
}

static void *wait_for_all(void *gate) {
    pthread_mutex_lock(gate);
    pthread_mutex_unlock(gate);
    return NULL;
}

static int try_threads(int wanted) {
    pthread_t threads[most_threads];
    pthread_mutex_t gate = PTHREAD_MUTEX_INITIALIZER;
    pthread_attr_t attributes;
    int count = 0, error = pthread_attr_init(&attributes);
    if (error != 0) return error;
    pthread_attr_setstacksize(&attributes, PTHREAD_STACK_MIN > 16384 ? PTHREAD_STACK_MIN : 16384);
    pthread_mutex_lock(&gate);
    while (error == 0 && count < wanted && count < most_threads) {
        error = pthread_create(&threads[count], &attributes, wait_for_all, &gate);
        if (error == 0) count++;
    }
    pthread_mutex_unlock(&gate);
    while (count > 0) pthread_join(threads[--count], NULL);
    pthread_attr_destroy(&attributes);
    return error;
}

int relctl_try_needs(int threads, int *lacks_threads) {
    int error = try_descriptors();
    *lacks_threads = error == 0;
    return error != 0 ? error : try_threads(threads);
}
