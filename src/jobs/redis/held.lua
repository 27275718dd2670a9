-- The pending entry ARGV[2] of run ARGV[1] if worker ARGV[3] holds it.
local run = KEYS[1] .. ':' .. ARGV[1]
if redis.call('EXISTS', run) == 0 then return 0 end
local held = redis.call('XPENDING', run .. ':jobs', 'workers', ARGV[2], ARGV[2], 1)[1]
if not held or held[2] ~= ARGV[3] then return 0 end
