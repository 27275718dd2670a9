-- Returns for each dead letter {run, job, kind, reason}.
local all = {}
for _, id in ipairs(redis.call('ZRANGE', KEYS[1] .. ':runs', 0, -1)) do
  local run = KEYS[1] .. ':' .. id
  local failed = redis.call('HGETALL', run .. ':failed')
  for i = 1, #failed, 2 do
    all[#all + 1] = {id, failed[i], redis.call('HGET', run, 'kind'), failed[i + 1]}
  end
end
return all
