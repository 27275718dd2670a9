/* The box around a foreign program: the command line of bubblewrap. Private to the sandbox.
 *
 * Inside there is an empty root with /usr and the libraries, the program's own folder, the folders
 * of its interpreter and whatever the caller binds, all read-only; a private /tmp of bounded size
 * as working directory; a /dev and /proc of its own; no home, no /run, no /sys, no network. */
#ifndef SANDBOX_BOX_H
#define SANDBOX_BOX_H

#include "sandbox/process.h"

/* The descriptors that bubblewrap inherits have fixed numbers, since its arguments name them. */
enum {
    BOX_FD_INFO = 7, /* it writes the number of the first process inside */
    BOX_FD_BLOCK,    /* it reads a byte before it goes on from there */
    BOX_FD_FILTER,   /* filter.h */
    BOX_FD_FILES,    /* the first of the files for the private directory */
    BOX_MAX_FILES = 4,
};

#define BOX_DIRECTORY "/tmp"  /* the private directory, as the program sees it */
#define BOX_MARK      "/.box" /* an empty folder by which a box is known to be ready */

/* A list of words that owns them; `has_failed` if there was no memory for one. */
typedef struct Words {
    char **words; /* ends with NULL */
    int count, room;
    bool has_failed;
} Words;

void words_add(Words *words, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* --ro-bind PATH PATH */
void words_add_bind(Words *words, const char *path);
void words_release(Words *words);

/* Fills *words with the command that runs `line` in a box; uid: the user to become, 0: the
 * caller's. False, with what to install or to pass, if there is no bubblewrap. */
bool box_command(Words *words, const CommandLine *line, const ProcessOptions *options,
                 const ProcessFile *files, int file_count, unsigned uid, Fault *fault);

/* Adds --ro-bind arguments for everything that the program and its arguments need: box_paths.c. */
void box_bind_program(Words *words, const CommandLine *line, const char *binds);

#endif
