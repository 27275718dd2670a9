/* The box around a foreign program: the command line of bubblewrap. Private to the sandbox.
 *
 * Inside there is an empty root with /usr and the libraries, the program's own folder, the folders
 * of its interpreter and whatever the caller binds, all read-only; a private /tmp of bounded size
 * as working directory; a /dev and /proc of its own; no home, no /run, no /sys, no network. */
#ifndef SANDBOX_BOX_H
#define SANDBOX_BOX_H

#include <stdio.h>

#include "sandbox/process.h"

/* The descriptors that bubblewrap inherits have fixed numbers, since its arguments name them. */
enum {
    BOX_FD_ARGUMENTS = 3,
    BOX_FD_FILTER,
    BOX_FD_INFO,  /* it writes the number of the first process inside */
    BOX_FD_BLOCK, /* it reads a byte before it goes on from there */
    BOX_FD_FILES, /* the first of the files for the private directory */
    BOX_MAX_FILES = 4,
    BOX_FD_END = BOX_FD_FILES + BOX_MAX_FILES,
};

#define BOX_DIRECTORY "/tmp"  /* the private directory, as the program sees it */
#define BOX_MARK      "/.box" /* an empty folder by which a box is known to be ready */

typedef struct Box {
    char *words[COMMAND_LINE_MAX_WORDS + 10]; /* the command: bubblewrap and the program */
    char *bwrap, *setpriv, user[24], group[24];
    int arguments, filter, files[BOX_MAX_FILES]; /* descriptors to read from; -1: none */
} Box;

/* Prepares a box for `line`; uid: the user to become, 0: the caller's. False, with what to install
 * or to pass, if something is missing. box_close() is needed either way. */
bool box_open(Box *box, const CommandLine *line, const ProcessOptions *options,
              const ProcessFile *files, int file_count, unsigned uid, Fault *fault);
void box_close(Box *box);

/* The arguments of bubblewrap, each ended by a NUL: a stream into memory. */
typedef struct BoxArguments {
    FILE *out;
    char *bytes;
    size_t length;
} BoxArguments;

/* Adds --ro-bind PATH PATH, once. */
void arguments_add_bind(BoxArguments *arguments, const char *path);

/* Adds --ro-bind for everything that the program and its arguments need: box_paths.c. */
void box_bind_program(BoxArguments *arguments, const CommandLine *line, const char *file,
                      const char *binds);

#endif
