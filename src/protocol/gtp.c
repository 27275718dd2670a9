/* The loop of a GTP session: a line in, an answer out. A line is taken apart by gtp_line.c; its
 * first word is a row of the table in gtp_commands.c. */
#include "protocol/gtp.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/scan.h"
#include "protocol/gtp_command.h"

static bool run_line(Gtp *gtp) {
    GtpLine *line = &gtp->line;
    if (line->is_cut) return gtp_fail(gtp, "line too long");
    const GtpCommand *command = gtp_command(line->words[0]);
    if (!command) return gtp_fail(gtp, "unknown command");
    int arguments = line->count - 1;
    if (arguments < command->min || arguments > command->max) {
        text_format(&gtp->answer, "syntax error: %s%s%s", command->name,
                    *command->arguments ? " " : "", command->arguments);
        return false;
    }
    char *words[GTP_MAX_WORDS] = {NULL};
    memcpy(words, line->words + 1, (size_t)arguments * sizeof words[0]);
    return command->run(gtp, words);
}

bool gtp_obey(Gtp *gtp, const char *bytes, size_t length, bool is_cut) {
    gtp_line_parse(&gtp->line, bytes, length, is_cut);
    if (gtp->line.count == 0 && !gtp->line.is_cut) return true;
    gtp->answer = text_into(gtp->answer_bytes, sizeof gtp->answer_bytes);
    char status = run_line(gtp) ? '=' : '?';
    if (gtp->has_failed) return false;
    const char *space = gtp->answer.length > 0 && gtp->answer_bytes[0] != '\n' ? " " : "";
    fprintf(gtp->out, "%c%s%s%s\n\n", status, gtp->line.id, space,
            gtp->answer.length > 0 ? gtp->answer_bytes : "");
    fflush(gtp->out);
    return !gtp->is_quitting;
}

/* --- Life ------------------------------------------------------------------------------------- */

Gtp *gtp_new(const Shape *shape, const char *player, FILE *out, Error *error) {
    Gtp *gtp = calloc(1, sizeof *gtp);
    if (!gtp) {
        error_set(error, STATUS_NO_MEMORY, "no memory for a game");
        return NULL;
    }
    gtp->out = out;
    if (session_init(&gtp->session, shape, player, error)) return gtp;
    free(gtp);
    return NULL;
}

bool gtp_use_book(Gtp *gtp, const char *book, Error *error) {
    return session_use_book(&gtp->session, book, error);
}

void gtp_free(Gtp *gtp) {
    if (!gtp) return;
    session_release(&gtp->session);
    free(gtp);
}

/* Runs on the reader's thread: looks at the command only. */
static InputUrgency urgency(const char *bytes, size_t length) {
    Scan scan = {bytes, length, 0};
    scan_skip_blanks(&scan);
    while (scan_is_digit(scan_peek(&scan, 0))) scan.at++;
    scan_skip_blanks(&scan);
    const char *word = bytes + scan.at;
    size_t left = length - scan.at, end = 0;
    while (end < left && !scan_is_blank((unsigned char)word[end]) && word[end] != '#') end++;
    bool is_urgent = (end == 4 && strncasecmp(word, "quit", 4) == 0) ||
                     (end == 11 && strncasecmp(word, "bianca-stop", 11) == 0);
    return is_urgent ? INPUT_URGENT : INPUT_PATIENT;
}

static bool obey(void *gtp, const InputLine *line) {
    return gtp_obey(gtp, line->bytes, line->length, line->is_cut);
}

bool gtp_run(Gtp *gtp, int in, Error *error) {
    if (!session_run(&gtp->session, in, gtp->out, urgency, obey, gtp, error)) return false;
    if (gtp->has_failed && error != NULL) *error = gtp->failure;
    return !gtp->has_failed;
}
