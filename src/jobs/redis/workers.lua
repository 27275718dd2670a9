-- Returns for each worker {name, version, state, done, seconds since the start, since the last
-- report}; forgets those that have not reported for an hour.
local now = tonumber(redis.call('TIME')[1])
local workers = redis.call('HGETALL', KEYS[1] .. ':workers')
local all = {}
for i = 1, #workers, 2 do
  local w = cjson.decode(workers[i + 1])
  if tonumber(w[2]) < now - 3600 then
    redis.call('HDEL', KEYS[1] .. ':workers', workers[i])
  else
    all[#all + 1] = {workers[i], w[3], w[4], w[5], now - tonumber(w[1]), now - tonumber(w[2])}
  end
end
table.sort(all, function(a, b) return a[1] < b[1] end)
return all
