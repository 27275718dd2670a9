-- ARGV: worker, version, state, done. The first report has the moment of the start.
local time = redis.call('TIME')
local workers = KEYS[1] .. ':workers'
local old = redis.call('HGET', workers, ARGV[1])
local started = old and cjson.decode(old)[1] or time[1]
redis.call('HSET', workers, ARGV[1],
           cjson.encode({started, time[1], ARGV[2], ARGV[3], ARGV[4]}))
return 1
