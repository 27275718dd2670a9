/* What a Redis server executes for us, each as one transaction: the scripts in Lua of redis/.
 *
 * KEYS[1] is the name of the queue, N. For each run R there is
 *
 *     N:R           hash: kind, version, parameters, lease (milliseconds)
 *     N:R:jobs      stream of the jobs that are not done, with the consumer group `workers`; an
 *                   entry has the fields j (the job's id) and p (the payload)
 *     N:R:entries   hash: job -> its entry in the stream
 *     N:R:results   hash: job -> result
 *     N:R:failed    hash: job -> reason: the dead letters
 *     N:R:reasons   hash: job -> reason of the last failure, while it is tried again
 *     N:R:rate      hash: second -> results recorded in it
 *
 * and for all of them N:runs (sorted set, by age), N:count (its counter) and N:workers (hash: name
 * -> what it reported). A lease is an entry in the group's list of pending ones: its consumer is
 * the worker, its idle time the age of the lease, its count how often the job was taken. The clock
 * is the server's alone. */
#ifndef JOBS_REDIS_SCRIPTS_H
#define JOBS_REDIS_SCRIPTS_H

extern const char *const redis_add_run,
    *const redis_submit, *const redis_lease, *const redis_renew,
                                                 *const redis_finish,
                                                     *const redis_fail,
                                                         *const redis_fail_worker,
                                                             *const redis_runs,
                                                                 *const redis_report,
                                                                     *const redis_workers,
                                                                         *const redis_failures,
                                                                             *const redis_retry,
                                                                                 *const redis_purge;

#endif
