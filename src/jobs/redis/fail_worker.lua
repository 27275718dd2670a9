-- ARGV: worker, failures at most, reason
for _, id in ipairs(redis.call('ZRANGE', KEYS[1] .. ':runs', 0, -1)) do
  local run = KEYS[1] .. ':' .. id
  local held = redis.call('XPENDING', run .. ':jobs', 'workers', '-', '+', 10, ARGV[1])
  for _, one in ipairs(held) do fail(run, one, tonumber(ARGV[2]), ARGV[3]) end
end
redis.call('HDEL', KEYS[1] .. ':workers', ARGV[1])
return 1
