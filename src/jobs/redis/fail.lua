-- ARGV: run, entry, worker, failures at most, reason; no reason: given back, and not counted.
if ARGV[5] then
  fail(run, held, tonumber(ARGV[4]), ARGV[5])
else
  release(run, held[1], held[2], held[4] - 1)
end
return 1
