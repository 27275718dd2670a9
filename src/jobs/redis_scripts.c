/* Embeds the scripts of redis_scripts.h, which also says which keys there are: the files of redis/,
 * some with functions that they share before them. */
#include "jobs/redis_scripts.h"

#include "base/embed.h"

#define LUA(name) EMBED_FILE("src/jobs/redis/" name ".lua")
#define SCRIPT(name, files)                                                                        \
    EMBED_FILES(char, script_##name, files);                                                       \
    const char *const redis_##name = script_##name##_begin

SCRIPT(add_run, LUA("add_run"));
SCRIPT(submit, LUA("submit"));
SCRIPT(lease, LUA("dead_letter") LUA("lease"));
SCRIPT(renew, LUA("held") LUA("renew"));
SCRIPT(finish, LUA("finish"));
SCRIPT(fail, LUA("dead_letter") LUA("release") LUA("held") LUA("fail"));
SCRIPT(fail_worker, LUA("dead_letter") LUA("release") LUA("fail_worker"));
SCRIPT(runs, LUA("runs"));
SCRIPT(report, LUA("report"));
SCRIPT(workers, LUA("workers"));
SCRIPT(failures, LUA("failures"));
SCRIPT(retry, LUA("retry"));
SCRIPT(purge, LUA("purge"));
