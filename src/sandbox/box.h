/* The box around a foreign program: the command line of bubblewrap. Private to the sandbox.
 *
 * Inside there is an empty root with /usr and the libraries, the program's own folder, the folders
 * of its interpreter and whatever the caller binds, all read-only; a private /tmp of bounded size
 * as working directory; a /dev and /proc of its own; no home, no /run, no /sys, no network. */
#ifndef SANDBOX_BOX_H
#define SANDBOX_BOX_H

#include <sys/types.h>

#include "sandbox/process.h"

/* The descriptors that bubblewrap inherits have fixed numbers, since its arguments name them. */
enum {
    BOX_FD_FILTER = 3,
    BOX_FD_INFO,  /* it writes the number of the first process inside */
    BOX_FD_BLOCK, /* it reads a byte before it goes on from there */
    BOX_FD_END,
    BOX_MAX_WORDS = 2048,
    BOX_MAX_PLACES = 512,
};

#define BOX_DIRECTORY "/tmp"  /* the private directory, as the program sees it */
#define BOX_MARK      "/.box" /* an empty folder by which a box is known to be ready */

typedef enum PlaceKind {
    PLACE_FOLDER, /* empty */
    PLACE_LINK,
    PLACE_BIND, /* the same as outside */
} PlaceKind;

/* A path in the box. None has a link or dots in it before its last name. */
typedef struct BoxPlace {
    PlaceKind kind;
    char *path, *target; /* target: of a link */
    dev_t device;        /* of a bind, when it was decided on */
    ino_t inode;
} BoxPlace;

typedef struct Box {
    char *words[BOX_MAX_WORDS]; /* the command, bubblewrap and the program, ended by a NULL */
    int count;
    BoxPlace places[BOX_MAX_PLACES];
    int place_count;
    bool is_incomplete; /* there was no room or memory for a word or a place */
    int filter;         /* a descriptor, now the caller's */
} Box;

/* Prepares a box for `line`; uid: the user to become, 0: the caller's. False, with what to install
 * or to pass, if something is missing. box_close() is needed either way. */
bool box_open(Box *box, const CommandLine *line, const ProcessOptions *options, unsigned uid,
              Fault *fault);
void box_close(Box *box);

/* Adds the places of everything that the program and its arguments need: box_paths.c. */
void box_find_places(Box *box, const CommandLine *line, const ProcessOptions *options);

/* A descriptor from which bubblewrap reads the filter of system calls; -1 if there is none, because
 * it cannot be made or because this program was built without libseccomp: filter.c. */
int filter_open(bool has_network);

#endif
