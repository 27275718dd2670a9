/* Any conversation in GTP: every line has at most one answer, and it is well formed. */
#include <stdio.h>

#include "fuzz/input.h"
#include "protocol/gtp.h"

enum { MAX_LINES = 200 };

/* An answer, or nothing. */
static void check(const char *answer) {
    size_t length = strlen(answer);
    if (length == 0) return;
    require(answer[0] == '=' || answer[0] == '?');
    require(length >= 3 && strstr(answer, "\n\n") == answer + length - 2);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    Bytes rest = {(const char *)data, size};
    Shape shape = take_shape(&rest);
    char *answer = NULL;
    size_t answer_size = 0;
    FILE *out = open_memstream(&answer, &answer_size);
    Gtp *gtp = gtp_new(&shape, "random", out, NULL);
    require(out != NULL && gtp != NULL);
    bool goes_on = true;
    for (int i = 0; i < MAX_LINES && goes_on && rest.length > 0; i++) {
        Bytes line = take_line(&rest);
        /* An engine or a deep classic program would think for ever, and threads are not for here.
         */
        if (line.length >= 13 && memmem(line.at, line.length, "player", 6)) continue;
        rewind(out);
        goes_on = gtp_obey(gtp, line.at, line.length, i % 16 == 15);
        fputc('\0', out);
        fflush(out);
        check(answer);
    }
    gtp_free(gtp);
    fclose(out);
    free(answer);
    return 0;
}
