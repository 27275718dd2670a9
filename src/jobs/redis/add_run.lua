-- ARGV: run, kind, version, parameters, lease
local run = KEYS[1] .. ':' .. ARGV[1]
if redis.call('EXISTS', run) == 0 then
  redis.call('ZADD', KEYS[1] .. ':runs', redis.call('INCR', KEYS[1] .. ':count'), ARGV[1])
  redis.call('XGROUP', 'CREATE', run .. ':jobs', 'workers', '0', 'MKSTREAM')
end
redis.call('HSET', run, 'kind', ARGV[2], 'version', ARGV[3], 'parameters', ARGV[4],
           'lease', ARGV[5])
return 1
