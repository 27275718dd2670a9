-- ARGV: worker, failures at most, whether the answer to an earlier call may have been lost, runs.
-- Returns {run, lease, entry, job, payload}, or 1 if all jobs that are left are leased, or 0.
local function taken(id, run, entry)
  return {id, redis.call('HGET', run, 'lease'), entry[1], entry[2][2], entry[2][4]}
end
local answer = 0
for i = 4, #ARGV do
  local run = KEYS[1] .. ':' .. ARGV[i]
  local jobs = run .. ':jobs'
  local lease = redis.call('HGET', run, 'lease')
  if lease then
    -- a job that this worker was given without learning of it
    if ARGV[3] == '1' then
      local own = redis.call('XPENDING', jobs, 'workers', '-', '+', 1, ARGV[1])[1]
      local entry = own and redis.call('XRANGE', jobs, own[1], own[1])[1]
      if entry then
        redis.call('XCLAIM', jobs, 'workers', ARGV[1], 0, own[1], 'JUSTID')
        return taken(ARGV[i], run, entry)
      end
    end
    -- what a dead worker has left
    while true do
      local old = redis.call('XPENDING', jobs, 'workers', 'IDLE', lease, '-', '+', 1)[1]
      if not old then break end
      if old[4] >= tonumber(ARGV[2]) then
        dead_letter(run, old[1])
      else
        local entry = redis.call('XCLAIM', jobs, 'workers', ARGV[1], 0, old[1])[1]
        if entry then return taken(ARGV[i], run, entry) end
        redis.call('XACK', jobs, 'workers', old[1])
      end
    end
    -- the next one
    local new = redis.call('XREADGROUP', 'GROUP', 'workers', ARGV[1], 'COUNT', 1,
                           'STREAMS', jobs, '>')
    if new and new[1] and new[1][2][1] then return taken(ARGV[i], run, new[1][2][1]) end
    if redis.call('XPENDING', jobs, 'workers')[1] > 0 then answer = 1 end
  end
end
return answer
