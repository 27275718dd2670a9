-- ARGV: run, or nothing for all. Dead letters become new entries at the end of the stream.
local count = 0
local runs = ARGV[1] and {ARGV[1]} or redis.call('ZRANGE', KEYS[1] .. ':runs', 0, -1)
for _, id in ipairs(runs) do
  local run = KEYS[1] .. ':' .. id
  for _, job in ipairs(redis.call('HKEYS', run .. ':failed')) do
    local old = redis.call('HGET', run .. ':entries', job)
    local entry = redis.call('XRANGE', run .. ':jobs', old, old)[1]
    if entry then
      local new = redis.call('XADD', run .. ':jobs', '*', 'j', job, 'p', entry[2][4])
      redis.call('HSET', run .. ':entries', job, new)
      redis.call('XDEL', run .. ':jobs', old)
      count = count + 1
    end
    redis.call('HDEL', run .. ':failed', job)
  end
end
return count
