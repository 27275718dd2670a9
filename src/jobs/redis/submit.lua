-- ARGV: run, then job and payload of each. Returns 0 if there is no such run.
local run = KEYS[1] .. ':' .. ARGV[1]
if redis.call('EXISTS', run) == 0 then return 0 end
for i = 2, #ARGV, 2 do
  if redis.call('HEXISTS', run .. ':entries', ARGV[i]) == 0 then
    local id = redis.call('XADD', run .. ':jobs', '*', 'j', ARGV[i], 'p', ARGV[i + 1])
    redis.call('HSET', run .. ':entries', ARGV[i], id)
  end
end
return 1
