/* Messages, JSON strings, numbers as people read them, and the line of progress on standard
 * error. */
#include "cli/output.h"

#include <errno.h>
#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/options.h"
#include "base/utf8.h"

enum { DEFAULT_COLUMNS = 120 };
#define SECOND_NS INT64_C(1000000000)

void output_error(const char *command, const char *format, ...) {
    char text[400];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    for (char *at = text; *at != '\0'; at++)
        if ((unsigned char)*at < ' ' || *at == 127) *at = '?';
    if (command != NULL)
        fprintf(stderr, "bianca %s: %s\n", command, text);
    else
        fprintf(stderr, "bianca: %s\n", text);
}

bool output_finish(void) {
    bool was_broken = ferror(stdout) != 0;
    errno = 0;
    // The reason of an earlier failure is gone by now; that of the last flush is not.
    if (fflush(stdout) == 0 && !was_broken) return true;
    if (errno != 0)
        output_error(NULL, "cannot write to standard output: %s", strerror(errno));
    else
        output_error(NULL, "cannot write to standard output");
    return false;
}

bool output_is_broken(void) {
    return ferror(stdout) != 0;
}

ShortText output_count(double count) {
    static const char units[] = " kMGTPE";
    ShortText result;
    size_t unit = 0;
    // 999.5 would be rounded to "1000".
    while (fabs(count) >= 999.5 && unit + 1 < sizeof units - 1) {
        count /= 1000;
        unit++;
    }
    int decimals = unit > 0 && fabs(count) < 9.95 ? 1 : 0;
    snprintf(result.text, sizeof result.text, "%.*f", decimals, count);
    if (unit > 0) {
        char suffix[3] = {' ', units[unit], '\0'};
        strncat(result.text, suffix, sizeof result.text - strlen(result.text) - 1);
    }
    return result;
}

ShortText output_rate(double count, double seconds) {
    if (!(seconds > 0)) return (ShortText){"-"};
    ShortText result = output_count(count / seconds);
    strncat(result.text, "/s", sizeof result.text - strlen(result.text) - 1);
    return result;
}

ShortText output_duration(double seconds) {
    ShortText result;
    if (seconds < 59.95) {
        snprintf(result.text, sizeof result.text, "%.*f s", seconds < 9.995 ? 2 : 1, seconds);
        return result;
    }
    long long whole = llround(fmin(seconds, 1e15));
    long long hours = whole / 3600;
    int minutes = (int)(whole / 60 % 60), rest = (int)(whole % 60);
    if (hours > 0)
        snprintf(result.text, sizeof result.text, "%lld:%02d:%02d", hours, minutes, rest);
    else
        snprintf(result.text, sizeof result.text, "%d:%02d", minutes, rest);
    return result;
}

/* The first letters of the scripts that take two columns: Hangul, then CJK and what follows. */
enum { WIDE_HANGUL = 0x1100, WIDE_HANGUL_END = 0x1160, WIDE_CJK = 0x2E80, WIDE_END = 0xFF61 };

/* Columns of the letter at `text`, and its bytes. */
static int letter_columns(const char *text, int *length) {
    const unsigned char *bytes = (const unsigned char *)text;
    *length = utf8_length(text);
    if (*length < 1) *length = 1;
    if (*length == 4) return 2;
    if (*length < 3) return 1;
    int letter = (bytes[0] & 15) << 12 | (bytes[1] & 63) << 6 | (bytes[2] & 63);
    return (letter >= WIDE_HANGUL && letter < WIDE_HANGUL_END) ||
                   (letter >= WIDE_CJK && letter < WIDE_END)
               ? 2
               : 1;
}

void output_cell(FILE *out, const char *text, int width) {
    int most = width < 0 ? -width : width, columns = 0, bytes = 0, length;
    while (text[bytes] != '\0') {
        int more = letter_columns(text + bytes, &length);
        if (columns + more > most) break;
        columns += more;
        bytes += length;
    }
    if (width < 0) fprintf(out, "%*s", most - columns, "");
    fwrite(text, 1, (size_t)bytes, out);
    if (width > 0) fprintf(out, "%*s", most - columns, "");
}

bool output_has_colour(ColourChoice choice, FILE *out) {
    if (choice != COLOUR_AUTO) return choice == COLOUR_ALWAYS;
    const char *no_color = getenv("NO_COLOR"), *term = getenv("TERM");
    if (no_color != NULL && *no_color != '\0') return false;
    if (term == NULL || *term == '\0' || strcmp(term, "dumb") == 0) return false;
    return isatty(fileno(out)) == 1;
}

void progress_start(Progress *progress) {
    *progress = (Progress){
        .is_terminal = isatty(STDERR_FILENO) == 1,
        .next_ns = clock_ns() + SECOND_NS,
    };
}

void progress_update(Progress *progress, const char *format, ...) {
    if (!progress->is_terminal) return;
    int64_t now = clock_ns();
    if (now < progress->next_ns) return;
    progress->next_ns = now + SECOND_NS / 10;
    progress->is_shown = true;
    char text[120];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    // Return, text, and clear the rest of an earlier, longer line.
    fprintf(stderr, "\r%s\033[K", text);
    fflush(stderr);
}

void progress_end(Progress *progress) {
    if (!progress->is_shown) return;
    fputs("\r\033[K", stderr);
    fflush(stderr);
    progress->is_shown = false;
}

int output_columns(FILE *out) {
    struct winsize size;
    int64_t columns;
    if (ioctl(fileno(out), TIOCGWINSZ, &size) == 0 && size.ws_col > 0) return size.ws_col;
    const char *text = getenv("COLUMNS");
    if (text && options_integer("COLUMNS", text, 40, 10000, &columns, NULL)) return (int)columns;
    return DEFAULT_COLUMNS;
}
