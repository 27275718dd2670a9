/* Reads lines with libedit in a terminal, without it anywhere else. */
#include "protocol/terminal_line.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <wchar.h>

#ifdef WITH_LIBEDIT
#include <histedit.h>
#endif

enum { HISTORY_LINES = 200 };

struct TerminalLine {
    FILE *in, *out;
    const volatile sig_atomic_t *stop;
#ifdef WITH_LIBEDIT
    EditLine *edit; /* NULL: plain lines */
    History *history;
    char *prompt;
#endif
};

static LineRead read_plain(TerminalLine *self, const char *prompt, char *buffer, size_t size,
                           size_t *length) {
    for (;;) {
        fputs(prompt, self->out);
        fflush(self->out);
        LineRead read = line_read(self->in, buffer, size, length);
        if (read != LINE_FAILED || errno != EINTR) return read;
        if (*self->stop) return LINE_END;
        clearerr(self->in);
    }
}

#ifdef WITH_LIBEDIT

static char *show_prompt(EditLine *edit) {
    TerminalLine *self;
    el_get(edit, EL_CLIENTDATA, &self);
    return self->prompt;
}

/* A signal came: the program was stopped and resumed, or the window has another size. Whoever had
 * the terminal meanwhile has left it in its own mode. */
static void show_again(TerminalLine *self) {
    fputc('\r', self->out);
    fflush(self->out);
    el_resize(self->edit);
    el_set(self->edit, EL_PREP_TERM, 0); /* or it believes that all is as it was */
    el_set(self->edit, EL_PREP_TERM, 1);
    el_set(self->edit, EL_REFRESH);
}

/* One character from the terminal; 0 at the end of the input, or after a request to stop. */
static int read_character(EditLine *edit, wchar_t *character) {
    TerminalLine *self;
    mbstate_t state = {0};
    el_get(edit, EL_CLIENTDATA, &self);
    for (;;) {
        char byte;
        ssize_t count = read(fileno(self->in), &byte, 1);
        if (*self->stop || count == 0) return 0;
        if (count < 0 && errno == EINTR) {
            show_again(self);
            continue;
        }
        if (count < 0) return -1;
        size_t used = mbrtowc(character, &byte, 1, &state);
        if (used == (size_t)-2) continue;
        if (used == (size_t)-1) state = (mbstate_t){0};
        if (used == 0) *character = L'\0';
        if (used != (size_t)-1) return 1;
    }
}

static void begin_editing(TerminalLine *self) {
    HistEvent event;
    self->edit = el_init("bianca", self->in, self->out, stderr);
    if (!self->edit) return;
    self->history = history_init();
    el_set(self->edit, EL_CLIENTDATA, self);
    el_set(self->edit, EL_PROMPT, show_prompt);
    el_set(self->edit, EL_EDITOR, "emacs");
    el_set(self->edit, EL_GETCFN, read_character);
    if (self->history) {
        history(self->history, &event, H_SETSIZE, HISTORY_LINES);
        history(self->history, &event, H_SETUNIQUE, 1);
        el_set(self->edit, EL_HIST, history, self->history);
    }
    el_source(self->edit, NULL); /* the user's own .editrc */
}

static LineRead read_edited(TerminalLine *self, char *prompt, char *buffer, size_t size,
                            size_t *length) {
    int count = 0;
    HistEvent event;
    self->prompt = prompt;
    fflush(self->out);
    const char *line = el_gets(self->edit, &count);
    if (!line || count <= 0) return count < 0 && !*self->stop ? LINE_FAILED : LINE_END;
    if (self->history && line[0] != '\n') history(self->history, &event, H_ENTER, line);
    *length = (size_t)count - (line[count - 1] == '\n');
    bool is_cut = *length > size;
    if (is_cut) *length = size;
    memcpy(buffer, line, *length);
    return is_cut ? LINE_CUT : LINE_READ;
}

#endif

TerminalLine *terminal_line_new(FILE *in, FILE *out, bool is_edited,
                                const volatile sig_atomic_t *stop) {
    TerminalLine *self = calloc(1, sizeof *self);
    if (!self) return NULL;
    self->in = in;
    self->out = out;
    self->stop = stop;
#ifdef WITH_LIBEDIT
    if (is_edited) begin_editing(self);
#else
    (void)is_edited;
#endif
    return self;
}

void terminal_line_free(TerminalLine *self) {
    if (!self) return;
#ifdef WITH_LIBEDIT
    if (self->edit) el_end(self->edit);
    if (self->history) history_end(self->history);
#endif
    free(self);
}

LineRead terminal_line_read(TerminalLine *self, char *prompt, char *buffer, size_t size,
                            size_t *length) {
#ifdef WITH_LIBEDIT
    if (self->edit) return read_edited(self, prompt, buffer, size, length);
#endif
    return read_plain(self, prompt, buffer, size, length);
}
