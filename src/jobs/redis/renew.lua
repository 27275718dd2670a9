-- ARGV: run, entry, worker. Returns 1 if the worker holds the lease.
redis.call('XCLAIM', run .. ':jobs', 'workers', ARGV[3], 0, ARGV[2], 'JUSTID')
return 1
