/* Chooses the language of messages and finds the catalogues. */
#include "protocol/message.h"

#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { PATH_SIZE = 4096 };

/* The language that the environment asks for, or NULL. */
static const char *wanted_locale(void) {
    static const char *const names[] = {"LC_ALL", "LC_MESSAGES", "LANG"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        const char *value = getenv(names[i]);
        if (value && *value) return value;
    }
    return NULL;
}

/* On a small system the locale that is asked for often is not installed. The messages need nothing
 * of it but its name, so they are then taken by that name alone. */
static void choose_locale(const char *asked) {
    if (asked) {
        setlocale(LC_CTYPE, "C.UTF-8");
        if (setlocale(LC_MESSAGES, "C.UTF-8")) setenv("LANGUAGE", asked, 1);
        return;
    }
    const char *wanted = wanted_locale();
    bool is_installed = setlocale(LC_CTYPE, "") && setlocale(LC_MESSAGES, "");
    if (is_installed || !wanted) return;
    char language[64];
    snprintf(language, sizeof language, "%.*s", (int)strcspn(wanted, ".@"), wanted);
    if (setlocale(LC_CTYPE, "C.UTF-8") && setlocale(LC_MESSAGES, "C.UTF-8"))
        setenv("LANGUAGE", language, 0);
}

#if __has_include(<libintl.h>)
/* Puts "folder of the program" + `rest` into path; false if there is no such folder. */
static bool find_folder(const char *rest, char path[PATH_SIZE]) {
    ssize_t length = readlink("/proc/self/exe", path, PATH_SIZE - 1);
    if (length <= 0) return false;
    path[length] = '\0';
    char *slash = strrchr(path, '/');
    if (!slash || (size_t)(slash - path) + strlen(rest) + 1 > PATH_SIZE) return false;
    strcpy(slash, rest);
    return access(path, R_OK) == 0;
}

static void find_catalogues(void) {
    char path[PATH_SIZE];
    if (find_folder("/locale", path) || find_folder("/../share/locale", path) ||
        find_folder("/../locale", path))
        bindtextdomain("bianca", path);
    bind_textdomain_codeset("bianca", "UTF-8");
    textdomain("bianca");
}
#else
static void find_catalogues(void) {}
#endif

void message_begin(const char *language) {
    choose_locale(language);
    find_catalogues();
}

const char *message_side(Side side) {
    return side == BLACK ? _("Black") : _("White");
}
