/* What stands in front of a single-file bot: one thread instead of many, one board layout, and the
 * few words of C that C++ says in another way. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Fields that are not named are zero, and small numbers are checked where they are made. */
#pragma GCC diagnostic ignored "-Wmissing-field-initializers"
#ifdef __clang__
/* Headers have become part of this file, and not all of their functions are used. */
#pragma GCC diagnostic ignored "-Wunused-function"
#endif
#ifdef __cplusplus
#pragma GCC diagnostic ignored "-Wnarrowing"
#pragma GCC diagnostic ignored "-Wconversion-null"
#endif

#define KERNEL_GRID8 1

#ifdef __cplusplus
#define _Alignas       alignas
#define _Alignof       alignof
#define _Static_assert static_assert
/* Memory that becomes a pointer of any type, as in C; a number that is one can only be NULL. */
struct AnyPointer {
    void *pointer;
    AnyPointer(void *any) : pointer(any) {}
    AnyPointer(long) : pointer(0) {}
    template <class T> operator T *() const { return static_cast<T *>(pointer); }
};
#define malloc(size)               AnyPointer(malloc(size))
#define calloc(count, size)        AnyPointer(calloc(count, size))
#define realloc(old, size)         AnyPointer(realloc(old, size))
#define aligned_alloc(align, size) AnyPointer(aligned_alloc(align, size))
#endif

/* There is one thread: what threads share is plain, and nothing waits. */
#define _Atomic
typedef bool atomic_bool;
typedef int atomic_int;
typedef unsigned atomic_uint;
typedef int alone_t, alone_mutex_t, alone_cond_t;
#define atomic_init(to, value)                  ((void)(*(to) = (value)))
#define atomic_load(from)                       (*(from))
#define atomic_load_explicit(from, order)       (*(from))
#define atomic_store(to, value)                 ((void)(*(to) = (value)))
#define atomic_store_explicit(to, value, order) ((void)(*(to) = (value)))
static inline int alone_fetch_add(int *to, int value) {
    *to += value;
    return *to - value;
}
#define atomic_fetch_add(to, value)             alone_fetch_add((int *)(to), value)
#define atomic_fetch_sub(to, value)             ((void)(*(to) -= (value)))
#define atomic_compare_exchange_strong(to, old, value)                                             \
    ((void)(*(to) == *(old) ? *(to) = (value) : 0))
static inline bool alone_exchange(uint64_t *to, const uint64_t *old, uint64_t value) {
    bool is_old = *to == *old;
    if (is_old) *to = value;
    return is_old;
}
#define atomic_compare_exchange_strong_explicit(to, old, value, order, failure)                    \
    alone_exchange(to, old, value)
#define atomic_compare_exchange_weak_explicit(to, old, value, order, failure)                      \
    alone_exchange(to, old, value)
#define alone_mutex_init(mutex, attributes)      ((void)(mutex))
#define alone_mutex_destroy(mutex)               ((void)(mutex))
#define alone_mutex_lock(mutex)                  ((void)(mutex))
#define alone_mutex_unlock(mutex)                ((void)(mutex))
#define alone_cond_init(cond, attributes)        ((void)(cond))
#define alone_cond_destroy(cond)                 ((void)(cond))
#define alone_cond_wait(cond, mutex)             ((void)(cond))
#define alone_cond_signal(cond)                  ((void)(cond))
#define alone_cond_broadcast(cond)               ((void)(cond))
#define alone_join(thread, result)               ((void)(thread))
#define alone_create(thread, how, main, argument) ((void)(main), (void)(argument), 1)
