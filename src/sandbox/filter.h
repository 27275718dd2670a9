/* The filter of system calls for foreign programs. Private to the sandbox.
 *
 * It refuses the calls that get around the limits (memory that no limit counts, kernel objects that
 * outlive the program) and those that only an attack on the kernel needs. All others are allowed:
 * interpreters of many languages must run. */
#ifndef SANDBOX_FILTER_H
#define SANDBOX_FILTER_H

/* A descriptor from which bubblewrap reads the compiled filter; -1 if there is none, because it
 * cannot be made or because this program was built without libseccomp. */
int filter_open(void);

#endif
