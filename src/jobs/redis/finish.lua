-- ARGV: run, entry, job, result. Returns 1 if it is the first result of the job.
local run = KEYS[1] .. ':' .. ARGV[1]
local entry = redis.call('HGET', run .. ':entries', ARGV[3])
if not entry then return 0 end
local first = redis.call('HSETNX', run .. ':results', ARGV[3], ARGV[4])
redis.call('XACK', run .. ':jobs', 'workers', ARGV[2], entry)
redis.call('XDEL', run .. ':jobs', ARGV[2], entry)
redis.call('HDEL', run .. ':failed', ARGV[3])
redis.call('HDEL', run .. ':reasons', ARGV[3])
if first == 1 then
  local now = tonumber(redis.call('TIME')[1])
  if redis.call('HINCRBY', run .. ':rate', now, 1) == 1 then
    if redis.call('HLEN', run .. ':rate') > 120 then
      for _, second in ipairs(redis.call('HKEYS', run .. ':rate')) do
        if tonumber(second) < now - 60 then redis.call('HDEL', run .. ':rate', second) end
      end
    end
  end
end
return first
