/* What people read, in their language. `_` marks a text for translation and looks it up; the
 * catalogues are in po/. Where the C library has no gettext everything stays English. */
#ifndef PROTOCOL_MESSAGE_H
#define PROTOCOL_MESSAGE_H

#include "game/position.h"

#if __has_include(<libintl.h>)
#include <libintl.h>
#define _(text)                  gettext(text)
#define PLURAL(one, many, count) ngettext(one, many, (unsigned long)(count))
#else
#define _(text)                  (text)
#define PLURAL(one, many, count) ((count) == 1 ? (one) : (many))
#endif

/* Marks a text that is looked up later, where it is used. */
#define MARKED(text) text

/* Chooses the language (`language` as catalogues are called, "ja" or "zh_CN"; NULL: what the
 * environment asks for) and finds the catalogues beside the program (in the
 * build folder) or under its prefix (installed). Changes the locale of the process, except for
 * numbers, which stay as programs write them; call it once, before there are other threads. */
void message_begin(const char *language);

/* "Black", "White" in the language chosen. */
const char *message_side(Side side);

#endif
