-- Moves a job to the dead letters: acknowledged, but kept in the stream for a retry.
local function dead_letter(run, id, reason)
  local entry = redis.call('XRANGE', run .. ':jobs', id, id)
  redis.call('XACK', run .. ':jobs', 'workers', id)
  if not entry[1] then return end
  local job = entry[1][2][2]
  reason = reason or redis.call('HGET', run .. ':reasons', job)
  redis.call('HSET', run .. ':failed', job,
             reason or 'every worker that took it was lost')
  redis.call('HDEL', run .. ':reasons', job)
end
