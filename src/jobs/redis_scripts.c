/* The scripts of redis_scripts.h, which also says which keys there are. */
#include "jobs/redis_scripts.h"

/* clang-format off */

/* ARGV: run, kind, version, parameters, lease */
const char redis_add_run[] =
    "local run = KEYS[1] .. ':' .. ARGV[1]\n"
    "if redis.call('EXISTS', run) == 0 then\n"
    "  redis.call('ZADD', KEYS[1] .. ':runs', redis.call('INCR', KEYS[1] .. ':count'), ARGV[1])\n"
    "  redis.call('XGROUP', 'CREATE', run .. ':jobs', 'workers', '0', 'MKSTREAM')\n"
    "end\n"
    "redis.call('HSET', run, 'kind', ARGV[2], 'version', ARGV[3], 'parameters', ARGV[4],\n"
    "           'lease', ARGV[5])\n"
    "return 1\n";

/* ARGV: run, then job and payload of each. Returns 0 if there is no such run. */
const char redis_submit[] =
    "local run = KEYS[1] .. ':' .. ARGV[1]\n"
    "if redis.call('EXISTS', run) == 0 then return 0 end\n"
    "for i = 2, #ARGV, 2 do\n"
    "  if redis.call('HEXISTS', run .. ':entries', ARGV[i]) == 0 then\n"
    "    local id = redis.call('XADD', run .. ':jobs', '*', 'j', ARGV[i], 'p', ARGV[i + 1])\n"
    "    redis.call('HSET', run .. ':entries', ARGV[i], id)\n"
    "  end\n"
    "end\n"
    "return 1\n";

/* A job is a dead letter: its entry stays in the stream for a later retry, pending for nobody. */
#define BURY                                                                                       \
    "local function bury(run, id, reason)\n"                                                       \
    "  local entry = redis.call('XRANGE', run .. ':jobs', id, id)\n"                               \
    "  redis.call('XACK', run .. ':jobs', 'workers', id)\n"                                        \
    "  if not entry[1] then return end\n"                                                          \
    "  local job = entry[1][2][2]\n"                                                               \
    "  reason = reason or redis.call('HGET', run .. ':reasons', job)\n"                            \
    "  redis.call('HSET', run .. ':failed', job,\n"                                                \
    "             reason or 'every worker that took it was lost')\n"                               \
    "  redis.call('HDEL', run .. ':reasons', job)\n"                                               \
    "end\n"

/* ARGV: worker, failures at most, whether the answer to an earlier call may have been lost, runs.
 * Returns {run, lease, entry, job, payload}, or 1 if all jobs that are left are leased, or 0. */
const char redis_lease[] =
    BURY
    "local function taken(id, run, entry)\n"
    "  return {id, redis.call('HGET', run, 'lease'), entry[1], entry[2][2], entry[2][4]}\n"
    "end\n"
    "local answer = 0\n"
    "for i = 4, #ARGV do\n"
    "  local run = KEYS[1] .. ':' .. ARGV[i]\n"
    "  local jobs = run .. ':jobs'\n"
    "  local lease = redis.call('HGET', run, 'lease')\n"
    "  if lease then\n"
    /*   a job that this worker was given without learning of it */
    "    if ARGV[3] == '1' then\n"
    "      local own = redis.call('XPENDING', jobs, 'workers', '-', '+', 1, ARGV[1])[1]\n"
    "      local entry = own and redis.call('XRANGE', jobs, own[1], own[1])[1]\n"
    "      if entry then\n"
    "        redis.call('XCLAIM', jobs, 'workers', ARGV[1], 0, own[1], 'JUSTID')\n"
    "        return taken(ARGV[i], run, entry)\n"
    "      end\n"
    "    end\n"
    /*   what a dead worker has left */
    "    while true do\n"
    "      local old = redis.call('XPENDING', jobs, 'workers', 'IDLE', lease, '-', '+', 1)[1]\n"
    "      if not old then break end\n"
    "      if old[4] >= tonumber(ARGV[2]) then\n"
    "        bury(run, old[1])\n"
    "      else\n"
    "        local entry = redis.call('XCLAIM', jobs, 'workers', ARGV[1], 0, old[1])[1]\n"
    "        if entry then return taken(ARGV[i], run, entry) end\n"
    "        redis.call('XACK', jobs, 'workers', old[1])\n"
    "      end\n"
    "    end\n"
    /*   the next one */
    "    local new = redis.call('XREADGROUP', 'GROUP', 'workers', ARGV[1], 'COUNT', 1,\n"
    "                           'STREAMS', jobs, '>')\n"
    "    if new and new[1] and new[1][2][1] then return taken(ARGV[i], run, new[1][2][1]) end\n"
    "    if redis.call('XPENDING', jobs, 'workers')[1] > 0 then answer = 1 end\n"
    "  end\n"
    "end\n"
    "return answer\n";

/* The pending entry ARGV[2] of run ARGV[1] if worker ARGV[3] holds it. */
#define HELD                                                                                       \
    "local run = KEYS[1] .. ':' .. ARGV[1]\n"                                                      \
    "if redis.call('EXISTS', run) == 0 then return 0 end\n"                                        \
    "local held = redis.call('XPENDING', run .. ':jobs', 'workers', ARGV[2], ARGV[2], 1)[1]\n"     \
    "if not held or held[2] ~= ARGV[3] then return 0 end\n"

/* ARGV: run, entry, worker. Returns 1 if the worker holds the lease. */
const char redis_renew[] =
    HELD
    "redis.call('XCLAIM', run .. ':jobs', 'workers', ARGV[3], 0, ARGV[2], 'JUSTID')\n"
    "return 1\n";

/* ARGV: run, entry, job, result. Returns 1 if it is the first result of the job. */
const char redis_finish[] =
    "local run = KEYS[1] .. ':' .. ARGV[1]\n"
    "local entry = redis.call('HGET', run .. ':entries', ARGV[3])\n"
    "if not entry then return 0 end\n"
    "local first = redis.call('HSETNX', run .. ':results', ARGV[3], ARGV[4])\n"
    "redis.call('XACK', run .. ':jobs', 'workers', ARGV[2], entry)\n"
    "redis.call('XDEL', run .. ':jobs', ARGV[2], entry)\n"
    "redis.call('HDEL', run .. ':failed', ARGV[3])\n"
    "redis.call('HDEL', run .. ':reasons', ARGV[3])\n"
    "if first == 1 then\n"
    "  local now = tonumber(redis.call('TIME')[1])\n"
    "  if redis.call('HINCRBY', run .. ':rate', now, 1) == 1 then\n"
    "    if redis.call('HLEN', run .. ':rate') > 120 then\n"
    "      for _, second in ipairs(redis.call('HKEYS', run .. ':rate')) do\n"
    "        if tonumber(second) < now - 60 then redis.call('HDEL', run .. ':rate', second) end\n"
    "      end\n"
    "    end\n"
    "  end\n"
    "end\n"
    "return first\n";

/* Makes an entry free to be taken, counted as taken `count` times. */
#define RELEASE                                                                                    \
    "local function release(run, id, worker, count)\n"                                             \
    "  redis.call('XCLAIM', run .. ':jobs', 'workers', worker, 0, id, 'TIME', 1,\n"                \
    "             'RETRYCOUNT', count, 'JUSTID')\n"                                                \
    "end\n"                                                                                        \
    "local function fail(run, held, most, reason)\n"                                               \
    "  if held[4] >= most then return bury(run, held[1], reason) end\n"                            \
    "  local entry = redis.call('XRANGE', run .. ':jobs', held[1], held[1])[1]\n"                  \
    "  if entry then redis.call('HSET', run .. ':reasons', entry[2][2], reason) end\n"             \
    "  release(run, held[1], held[2], held[4])\n"                                                  \
    "end\n"

/* ARGV: run, entry, worker, failures at most, reason; no reason: given back, and not counted. */
const char redis_fail[] =
    BURY RELEASE HELD
    "if ARGV[5] then\n"
    "  fail(run, held, tonumber(ARGV[4]), ARGV[5])\n"
    "else\n"
    "  release(run, held[1], held[2], held[4] - 1)\n"
    "end\n"
    "return 1\n";

/* ARGV: worker, failures at most, reason */
const char redis_fail_worker[] =
    BURY RELEASE
    "for _, id in ipairs(redis.call('ZRANGE', KEYS[1] .. ':runs', 0, -1)) do\n"
    "  local run = KEYS[1] .. ':' .. id\n"
    "  local held = redis.call('XPENDING', run .. ':jobs', 'workers', '-', '+', 10, ARGV[1])\n"
    "  for _, one in ipairs(held) do fail(run, one, tonumber(ARGV[2]), ARGV[3]) end\n"
    "end\n"
    "redis.call('HDEL', KEYS[1] .. ':workers', ARGV[1])\n"
    "return 1\n";

/* Returns for each run {id, kind, version, parameters, lease, jobs, results, failed, pending, lost,
 * results of the last minute, seconds since the first of them}. Entries that were released are
 * pending since 1970 and count as waiting. */
const char redis_runs[] =
    "local now = tonumber(redis.call('TIME')[1])\n"
    "local all = {}\n"
    "for _, id in ipairs(redis.call('ZRANGE', KEYS[1] .. ':runs', 0, -1)) do\n"
    "  local run = KEYS[1] .. ':' .. id\n"
    "  local info = redis.call('HMGET', run, 'kind', 'version', 'parameters', 'lease')\n"
    "  local lost = redis.call('XPENDING', run .. ':jobs', 'workers', 'IDLE', info[4],\n"
    "                          '-', '+', 10000)\n"
    "  local released = 0\n"
    "  for _, one in ipairs(lost) do if one[3] > 1e11 then released = released + 1 end end\n"
    "  local count, since = 0, now\n"
    "  local rate = redis.call('HGETALL', run .. ':rate')\n"
    "  for i = 1, #rate, 2 do\n"
    "    if tonumber(rate[i]) > now - 60 then\n"
    "      count = count + tonumber(rate[i + 1])\n"
    "      since = math.min(since, tonumber(rate[i]))\n"
    "    end\n"
    "  end\n"
    "  all[#all + 1] = {id, info[1], info[2], info[3], info[4],\n"
    "    redis.call('HLEN', run .. ':entries'), redis.call('HLEN', run .. ':results'),\n"
    "    redis.call('HLEN', run .. ':failed'),\n"
    "    redis.call('XPENDING', run .. ':jobs', 'workers')[1] - released,\n"
    "    #lost - released, count, now - since}\n"
    "end\n"
    "return all\n";

/* ARGV: worker, version, state, done. The first report has the moment of the start. */
const char redis_report[] =
    "local time = redis.call('TIME')\n"
    "local workers = KEYS[1] .. ':workers'\n"
    "local old = redis.call('HGET', workers, ARGV[1])\n"
    "local started = old and cjson.decode(old)[1] or time[1]\n"
    "redis.call('HSET', workers, ARGV[1],\n"
    "           cjson.encode({started, time[1], ARGV[2], ARGV[3], ARGV[4]}))\n"
    "return 1\n";

/* Returns for each worker {name, version, state, done, seconds since the start, since the last
 * report}; forgets those that have not reported for an hour. */
const char redis_workers[] =
    "local now = tonumber(redis.call('TIME')[1])\n"
    "local workers = redis.call('HGETALL', KEYS[1] .. ':workers')\n"
    "local all = {}\n"
    "for i = 1, #workers, 2 do\n"
    "  local w = cjson.decode(workers[i + 1])\n"
    "  if tonumber(w[2]) < now - 3600 then\n"
    "    redis.call('HDEL', KEYS[1] .. ':workers', workers[i])\n"
    "  else\n"
    "    all[#all + 1] = {workers[i], w[3], w[4], w[5], now - tonumber(w[1]), now - tonumber(w[2])}\n"
    "  end\n"
    "end\n"
    "table.sort(all, function(a, b) return a[1] < b[1] end)\n"
    "return all\n";

/* Returns for each dead letter {run, job, kind, reason}. */
const char redis_failures[] =
    "local all = {}\n"
    "for _, id in ipairs(redis.call('ZRANGE', KEYS[1] .. ':runs', 0, -1)) do\n"
    "  local run = KEYS[1] .. ':' .. id\n"
    "  local failed = redis.call('HGETALL', run .. ':failed')\n"
    "  for i = 1, #failed, 2 do\n"
    "    all[#all + 1] = {id, failed[i], redis.call('HGET', run, 'kind'), failed[i + 1]}\n"
    "  end\n"
    "end\n"
    "return all\n";

/* ARGV: run, or nothing for all. Dead letters become new entries at the end of the stream. */
const char redis_retry[] =
    "local count = 0\n"
    "local runs = ARGV[1] and {ARGV[1]} or redis.call('ZRANGE', KEYS[1] .. ':runs', 0, -1)\n"
    "for _, id in ipairs(runs) do\n"
    "  local run = KEYS[1] .. ':' .. id\n"
    "  for _, job in ipairs(redis.call('HKEYS', run .. ':failed')) do\n"
    "    local old = redis.call('HGET', run .. ':entries', job)\n"
    "    local entry = redis.call('XRANGE', run .. ':jobs', old, old)[1]\n"
    "    if entry then\n"
    "      local new = redis.call('XADD', run .. ':jobs', '*', 'j', job, 'p', entry[2][4])\n"
    "      redis.call('HSET', run .. ':entries', job, new)\n"
    "      redis.call('XDEL', run .. ':jobs', old)\n"
    "      count = count + 1\n"
    "    end\n"
    "    redis.call('HDEL', run .. ':failed', job)\n"
    "  end\n"
    "end\n"
    "return count\n";

/* ARGV: 1 for all. Returns how many runs were removed. */
const char redis_purge[] =
    "local count = 0\n"
    "for _, id in ipairs(redis.call('ZRANGE', KEYS[1] .. ':runs', 0, -1)) do\n"
    "  local run = KEYS[1] .. ':' .. id\n"
    "  local open = redis.call('HLEN', run .. ':entries') - redis.call('HLEN', run .. ':results')\n"
    "               - redis.call('HLEN', run .. ':failed')\n"
    "  if ARGV[1] == '1' or open == 0 then\n"
    "    redis.call('UNLINK', run, run .. ':jobs', run .. ':entries', run .. ':results',\n"
    "               run .. ':failed', run .. ':reasons', run .. ':rate')\n"
    "    redis.call('ZREM', KEYS[1] .. ':runs', id)\n"
    "    count = count + 1\n"
    "  end\n"
    "end\n"
    "return count\n";
