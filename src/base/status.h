/* How every fallible function of Bianca says what went wrong.
 *
 * A function that can fail returns false (or a Status) and fills an Error that its caller owns.
 * The text says where and what ("transcript: move 7: d3 turns nothing for Black") and is one
 * line without a newline. On failure the caller's other objects are as they were before. */
#ifndef BASE_STATUS_H
#define BASE_STATUS_H

typedef enum Status {
    STATUS_OK,
    STATUS_BAD_INPUT,   /* the caller or the user gave something that cannot be used */
    STATUS_IO,          /* a file, pipe or socket failed */
    STATUS_NO_MEMORY,   /* an allocation failed */
    STATUS_STOPPED,     /* stopped before the work was done */
    STATUS_UNSUPPORTED, /* right input, but not on this board or this machine */
} Status;

enum { ERROR_TEXT_SIZE = 240 };

typedef struct Error {
    Status status;
    char text[ERROR_TEXT_SIZE];
} Error;

/* Fills *error (which may be NULL when the caller does not care). Longer texts are cut. */
void error_set(Error *error, Status status, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* A word for a status, for machines: "ok", "bad-input", ... */
const char *status_name(Status status);

#endif
