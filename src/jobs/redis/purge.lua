-- ARGV: 1 for all. Returns how many runs were removed.
local count = 0
for _, id in ipairs(redis.call('ZRANGE', KEYS[1] .. ':runs', 0, -1)) do
  local run = KEYS[1] .. ':' .. id
  local open = redis.call('HLEN', run .. ':entries') - redis.call('HLEN', run .. ':results')
               - redis.call('HLEN', run .. ':failed')
  if ARGV[1] == '1' or open == 0 then
    redis.call('UNLINK', run, run .. ':jobs', run .. ':entries', run .. ':results',
               run .. ':failed', run .. ':reasons', run .. ':rate')
    redis.call('ZREM', KEYS[1] .. ':runs', id)
    count = count + 1
  end
end
return count
