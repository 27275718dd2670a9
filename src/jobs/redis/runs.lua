-- Returns for each run {id, kind, version, parameters, lease, jobs, results, failed, pending,
-- lost, results of the last minute, seconds since the first of them}. Entries that were released
-- are pending since 1970 and count as waiting.
local now = tonumber(redis.call('TIME')[1])
local all = {}
for _, id in ipairs(redis.call('ZRANGE', KEYS[1] .. ':runs', 0, -1)) do
  local run = KEYS[1] .. ':' .. id
  local info = redis.call('HMGET', run, 'kind', 'version', 'parameters', 'lease')
  local lost = redis.call('XPENDING', run .. ':jobs', 'workers', 'IDLE', info[4],
                          '-', '+', 10000)
  local released = 0
  for _, one in ipairs(lost) do if one[3] > 1e11 then released = released + 1 end end
  local count, since = 0, now
  local rate = redis.call('HGETALL', run .. ':rate')
  for i = 1, #rate, 2 do
    if tonumber(rate[i]) > now - 60 then
      count = count + tonumber(rate[i + 1])
      since = math.min(since, tonumber(rate[i]))
    end
  end
  all[#all + 1] = {id, info[1], info[2], info[3], info[4],
    redis.call('HLEN', run .. ':entries'), redis.call('HLEN', run .. ':results'),
    redis.call('HLEN', run .. ':failed'),
    redis.call('XPENDING', run .. ':jobs', 'workers')[1] - released,
    #lost - released, count, now - since}
end
return all
