-- Makes an entry free to be taken, counted as taken `count` times.
local function release(run, id, worker, count)
  redis.call('XCLAIM', run .. ':jobs', 'workers', worker, 0, id, 'TIME', 1,
             'RETRYCOUNT', count, 'JUSTID')
end
local function fail(run, held, most, reason)
  if held[4] >= most then return dead_letter(run, held[1], reason) end
  local entry = redis.call('XRANGE', run .. ':jobs', held[1], held[1])[1]
  if entry then redis.call('HSET', run .. ':reasons', entry[2][2], reason) end
  release(run, held[1], held[2], held[4])
end
